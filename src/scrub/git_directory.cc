#include "scrub/git_directory.h"

#include <algorithm>
#include <array>

#include <dirent.h>

namespace postern::scrub {
namespace {

// Directories whose files count, and which of them.
struct Shelf {
    std::string_view name;
    std::string_view only;  // empty: every file but the samples
};
constexpr auto kShelves = std::to_array<Shelf>({
    {"hooks", ""},
    {"info", "attributes"},
    {"remotes", ""},   // addresses, in the way of long ago
    {"branches", ""},  // and of before that
    {"rebase-merge", "git-rebase-todo"},
});
constexpr auto kFiles = std::to_array<std::string_view>({"commondir", "config", "config.worktree", "gitdir"});

constexpr auto kInterior = std::to_array<std::string_view>(
    {"objects", "refs", "logs", "hooks", "info", "branches", "remotes", "rebase-merge", "rebase-apply", "sequencer",
     "rr-cache", "reftable", "lfs", "annex", "svn", "filter-repo", "sharedindex"});

void add_shelf(int base, const std::string& path, const Shelf& shelf, std::vector<Piece>& out) {
    const std::string directory = path + '/' + std::string(shelf.name);
    auto own = look_at_piece(base, directory, std::string(shelf.name));
    if (!own) return;
    const bool link = S_ISLNK(own->mode);
    const bool is_directory = S_ISDIR(own->mode);
    out.push_back(std::move(*own));
    if (!link && !is_directory) return;
    // Behind a link only those can be listed that are there; a link of the command's own making is dangerous as it is.
    const auto files = list_at(base, directory.c_str(), link ? Links::followed : Links::kept);
    if (!files) return;
    for (const Listed& file : *files) {
        if (file.type == DT_DIR || file.name.ends_with(".sample")) continue;
        if (!shelf.only.empty() && !same_name(file.name, shelf.only)) continue;
        if (auto piece = read_piece(base, directory + '/' + file.name, std::string(shelf.name) + '/' + file.name)) {
            out.push_back(std::move(*piece));
        }
    }
}

std::optional<std::string> judge_config(const Piece& piece, const Piece* before, const ConfigPlace& place) {
    if (!piece.content) return "cannot be judged: too large or no plain file";
    std::optional<std::string_view> known;
    if (before != nullptr && before->content) known = *before->content;
    const auto key = dangerous_setting(*piece.content, place, known);
    if (!key) return std::nullopt;
    return "makes git run code or look elsewhere: " + *key;
}

std::string_view first_line(std::string_view text) {
    return text.substr(0, text.find('\n'));
}

// The only one that git makes by itself: from a work tree's directory to the repository it belongs to.
bool usual_commondir(const Piece& piece, const AbsPath& git_directory) {
    if (!piece.content || git_directory.parent().name() != "worktrees") return false;
    // As git writes it. In other words for the same place a link could take part, and links change.
    return first_line(*piece.content) == "../..";
}

// Attributes choose among drivers that only a configuration can define; a comment chooses nothing.
bool has_attributes(const Piece& piece) {
    if (!piece.content) return true;
    std::string_view text = *piece.content;
    while (!text.empty()) {
        std::string_view line = first_line(text);
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
        if (!line.empty() && line.front() != '#') return true;
    }
    return false;
}

// `git rebase --continue` would run such a line.
bool has_exec(const Piece& piece) {
    if (!piece.content) return true;
    std::string_view text = *piece.content;
    while (!text.empty()) {
        std::string_view line = first_line(text);
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        line.remove_prefix(std::min(line.find_first_not_of(" \t\r\v\f"), line.size()));
        const std::string_view word = line.substr(0, line.find_first_of(" \t\r\v\f"));
        if (word == "x" || word == "exec") return true;
    }
    return false;
}

}  // namespace

bool same_name(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::ranges::equal(a, b, {}, lower, lower);
}

bool has_git_layout(const std::vector<Listed>& entries) {
    bool head = false, objects = false, refs = false, commondir = false;
    for (const Listed& entry : entries) {
        switch (entry.name.size()) {
            case 4:
                head = head || same_name(entry.name, "HEAD");
                refs = refs || same_name(entry.name, "refs");
                break;
            case 7: objects = objects || same_name(entry.name, "objects"); break;
            case 9: commondir = commondir || same_name(entry.name, "commondir"); break;
            default: break;
        }
    }
    return head && ((objects && refs) || commondir);
}

bool is_git_interior(std::string_view name) {
    return std::ranges::find(kInterior, name) != kInterior.end();
}

std::optional<Piece> look_at_piece(int base, const std::string& path, std::string name) {
    const auto st = stat_at(base, path.c_str());
    if (!st) return std::nullopt;
    Piece piece{.name = std::move(name), .ino = st->ino, .size = st->size, .changed = st->changed, .mode = st->mode};
    if (!st->link()) return piece;
    if (const auto target = stat_at(base, path.c_str(), Links::followed)) {
        piece.size = target->size;
        piece.changed = std::max(piece.changed, target->changed);
    }
    return piece;
}

std::optional<Piece> read_piece(int base, const std::string& path, std::string name) {
    auto piece = look_at_piece(base, path, std::move(name));
    if (!piece) return piece;
    const bool link = S_ISLNK(piece->mode);
    if (link || S_ISREG(piece->mode)) {
        piece->content = read_at(base, path.c_str(), kMaxSavedFile, link ? Links::followed : Links::kept);
    }
    return piece;
}

std::vector<Piece> read_git_pieces(int base, const std::string& path) {
    std::vector<Piece> out;
    for (const std::string_view file : kFiles) {
        if (auto piece = read_piece(base, path + '/' + std::string(file), std::string(file))) {
            out.push_back(std::move(*piece));
        }
    }
    for (const Shelf& shelf : kShelves) add_shelf(base, path, shelf, out);
    // Directories of these names are walked; links would lead git's own redirections elsewhere.
    for (const std::string_view name : {"modules", "worktrees"}) {
        auto piece = look_at_piece(base, path + '/' + std::string(name), std::string(name));
        if (piece && S_ISLNK(piece->mode)) out.push_back(std::move(*piece));
    }
    std::ranges::sort(out, {}, &Piece::name);
    return out;
}

std::optional<std::string> judge_git_piece(const Piece& piece, const Piece* before, const ConfigPlace& place) {
    const std::string_view name = piece.name;
    if (S_ISDIR(piece.mode)) return std::nullopt;  // a shelf; or a directory where git wants a file, and finds none
    const bool same = before != nullptr && before->content && before->content == piece.content;
    if (same && before->mode == piece.mode) return std::nullopt;
    if (S_ISLNK(piece.mode) && (before == nullptr || !S_ISLNK(before->mode))) return "is a link to what may change";
    if (name == "config" || name == "config.worktree") return judge_config(piece, before, place);
    if (name.starts_with("hooks/")) {
        if (!S_ISREG(piece.mode) && !S_ISLNK(piece.mode)) return std::nullopt;  // nothing that could be executed
        return "is a hook, which git runs";
    }
    if (name == "commondir") {
        if (usual_commondir(piece, place.git_directory)) return std::nullopt;
        return "makes git take its settings from elsewhere";
    }
    if (name == "gitdir") {
        if (piece.content && place.git_directory.parent().name() == "worktrees") return std::nullopt;
        return "belongs into a work tree's directory only";
    }
    if (name == "info/attributes") {
        if (!has_attributes(piece)) return std::nullopt;
        return "chooses programs for git to run on files";
    }
    if (name == "rebase-merge/git-rebase-todo") {
        if (!has_exec(piece)) return std::nullopt;
        return "has commands that `git rebase --continue` would run";
    }
    if (name.starts_with("remotes/") || name.starts_with("branches/")) {
        if (piece.content && piece.content->empty()) return std::nullopt;
        return "names a remote in a way that is not judged";
    }
    if (name.find('/') != std::string_view::npos) return "is not known to be harmless";
    return std::nullopt;  // a shelf that is no directory: git finds nothing there
}

std::string harmless_part(std::string_view text, const ConfigPlace& place) {
    std::string out;
    const auto entries = parse_git_config(text);
    if (!entries) return out;
    for (const ConfigEntry& entry : *entries) {
        if (!harmless(entry, place)) continue;
        const std::size_t first = entry.key.find('.'), last = entry.key.rfind('.');
        out += '[' + entry.key.substr(0, first);
        if (first != last) {
            out += " \"";
            for (const char c : entry.key.substr(first + 1, last - first - 1)) {
                if (c == '"' || c == '\\') out += '\\';
                out += c;
            }
            out += '"';
        }
        out += "]\n\t" + entry.key.substr(last + 1);
        if (entry.value) {
            out += " = \"";
            for (const char c : *entry.value) {
                if (c == '"' || c == '\\') out += '\\';
                if (c == '\n') {
                    out += "\\n";
                } else {
                    out += c;
                }
            }
            out += '"';
        }
        out += '\n';
    }
    return out;
}

}  // namespace postern::scrub
