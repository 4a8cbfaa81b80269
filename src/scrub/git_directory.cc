#include "scrub/git_directory.h"

#include "scrub/git_index.h"

#include <algorithm>
#include <array>

#include <dirent.h>

namespace postern::scrub {
namespace {

// A directory in a git directory whose files can be dangerous.
struct Shelf {
    std::string_view name;
    std::string_view only;  // names that count, separated by blanks; empty for every file but the samples
};
constexpr auto kShelves = std::to_array<Shelf>({
    {"hooks", ""},
    {"info", "attributes exclude sparse-checkout"},
    {"remotes", ""},   // URLs of remotes in an old format
    {"branches", ""},  // the same in an even older format
    {"rebase-merge", "git-rebase-todo strategy"},
    {"sequencer", "opts"},
});
constexpr auto kFiles = std::to_array<std::string_view>({"commondir", "config", "config.worktree", "gitdir"});

constexpr auto kInterior = std::to_array<std::string_view>(
    {"objects", "refs", "logs", "hooks", "info", "branches", "remotes", "rebase-merge", "rebase-apply", "sequencer",
     "rr-cache", "reftable", "lfs", "annex", "svn", "filter-repo", "sharedindex"});

constexpr std::size_t kMaxShelf = 4U << 20U;  // bytes of content read from one shelf

bool is_one_of(std::string_view names, std::string_view name) {
    while (!names.empty()) {
        const std::size_t end = std::min(names.find(' '), names.size());
        if (same_name(names.substr(0, end), name)) return true;
        names.remove_prefix(std::min(end + 1, names.size()));
    }
    return false;
}

void add_shelf(int base, const std::string& path, const Shelf& shelf, std::vector<Piece>& out) {
    const std::string directory = path + '/' + std::string(shelf.name);
    auto own = look_at_piece(base, directory, std::string(shelf.name));
    if (!own) return;
    const bool link = S_ISLNK(own->mode);
    const bool is_directory = S_ISDIR(own->mode);
    out.push_back(std::move(*own));
    if (!link && !is_directory) return;
    // A command can close its directory, and open it in a later run, when the times of the files in it are old.
    const Opened passable(base, directory.c_str());
    // A link made by the command is dangerous by itself. Files behind it can be listed only if the target exists.
    const auto files = list_at(base, directory.c_str(), link ? Links::followed : Links::kept);
    if (!files) return;
    std::size_t bytes = 0;
    for (const Listed& file : *files) {
        if (file.type == DT_DIR || file.name.ends_with(".sample")) continue;
        if (!shelf.only.empty() && !is_one_of(shelf.only, file.name)) continue;
        std::string name = std::string(shelf.name) + '/' + file.name;
        // With so many files the content of one more does not matter.
        auto piece = bytes > kMaxShelf ? look_at_piece(base, directory + '/' + file.name, std::move(name))
                                       : read_piece(base, directory + '/' + file.name, std::move(name));
        if (!piece) continue;
        bytes += piece->content ? piece->content->size() : 0;
        out.push_back(std::move(*piece));
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

// Accepts the only commondir that git writes itself: from a work tree's directory to the repository it belongs to.
bool usual_commondir(const Piece& piece, const ConfigPlace& place) {
    if (!piece.content || !place.of_work_tree) return false;
    // Only git's own spelling is accepted. Another path to the same place could pass through a link, and links can
    // change.
    return first_line(*piece.content) == "../..";
}

// Returns whether there is a line that is no comment. Attributes choose among drivers that a configuration defines;
// patterns of exclusion keep files out of what git shows.
bool says_something(const Piece& piece) {
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

// Finds exec lines, which `git rebase --continue` would run.
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

// Checks the merge strategy, since git would start an unknown one as a program. No other setting of `sequencer/opts`
// counts.
bool names_known_strategy(const Piece& piece) {
    constexpr std::string_view kKnown = "ort recursive resolve octopus ours subtree";
    if (!piece.content) return false;
    if (piece.name != "sequencer/opts") return is_one_of(kKnown, first_line(*piece.content));
    const auto entries = parse_git_config(*piece.content);
    return entries && std::ranges::all_of(*entries, [&](const ConfigEntry& entry) {
               return entry.key != "options.strategy" || (entry.value && is_one_of(kKnown, *entry.value));
           });
}

// Quotes a text as git reads it in a configuration file.
std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c == '\n' ? "\\n" : std::string(1, c);
    }
    return out + '"';
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

bool is_layout_name(std::string_view name) {
    return is_one_of("HEAD objects refs commondir", name);
}

bool is_git_interior(std::string_view name) {
    return std::ranges::find(kInterior, name) != kInterior.end();
}

std::optional<Piece> look_at_piece(int base, const std::string& path, std::string name) {
    const auto st = stat_at(base, path.c_str());
    if (!st) return std::nullopt;
    Piece piece{.name = std::move(name),
                .ino = st->ino,
                .size = st->size,
                .changed = st->changed,
                .mode = st->mode,
                .links = st->directory() ? 1 : st->links};
    if (!st->link()) return piece;
    piece.target = read_link_at(base, path.c_str()).value_or("");
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
    if (piece->content) piece->hash = hash_of_content(*piece->content);
    return piece;
}

// Reads the index, whose content is here the list of the paths that it keeps git from comparing.
std::optional<Piece> read_index_piece(int base, const std::string& path) {
    auto piece = look_at_piece(base, path + "/index", "index");
    if (!piece || !S_ISREG(piece->mode)) return piece;
    piece->content = unseen_paths(base, path);
    if (piece->content) piece->hash = hash_of_content(*piece->content);
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
    if (auto index = read_index_piece(base, path)) out.push_back(std::move(*index));
    std::ranges::sort(out, {}, &Piece::name);
    return out;
}

std::optional<std::string> judge_git_piece(const Piece& piece, const Piece* before, const ConfigPlace& place) {
    const std::string_view name = piece.name;
    if (S_ISDIR(piece.mode)) {
        // A shelf, or a directory where git expects a file and finds none. Without that file, settings of the user's are
        // gone.
        if (before == nullptr || !S_ISREG(before->mode)) return std::nullopt;
        return "is a directory in place of a file";
    }
    if (!S_ISREG(piece.mode) && !S_ISLNK(piece.mode)) {
        if (before != nullptr && (before->mode & S_IFMT) == (piece.mode & S_IFMT)) return std::nullopt;
        return "is a special file, for which git may wait for ever";
    }
    if (before != nullptr && same_content(*before, piece) && before->mode == piece.mode) return std::nullopt;
    if (S_ISLNK(piece.mode) && (before == nullptr || before->target != piece.target)) {
        return "is a link, through which git reads and writes elsewhere";
    }
    if (name == "config" || name == "config.worktree") return judge_config(piece, before, place);
    if (name.starts_with("hooks/")) return "is a hook, which git runs";
    if (name == "commondir") {
        if (usual_commondir(piece, place)) return std::nullopt;
        return "makes git take its settings from elsewhere";
    }
    if (name == "gitdir") {
        if (piece.content && place.of_work_tree) return std::nullopt;
        return "belongs into a work tree's directory only";
    }
    if (name == "info/attributes") {
        if (!says_something(piece)) return std::nullopt;
        return "chooses programs for git to run on files";
    }
    if (name == "info/exclude") {
        // In a repository that the run made everything is new, whether git shows it or not.
        if (place.made || !says_something(piece)) return std::nullopt;
        return "keeps files out of what git shows";
    }
    if (name == "index" || name == "info/sparse-checkout") return std::nullopt;  // only reported, by hidden_changes()
    if (name == "rebase-merge/git-rebase-todo") {
        if (!has_exec(piece)) return std::nullopt;
        return "has commands that `git rebase --continue` would run";
    }
    if (name == "rebase-merge/strategy" || name == "sequencer/opts") {
        if (names_known_strategy(piece)) return std::nullopt;
        return "names a program for git to merge with";
    }
    if (name.starts_with("remotes/") || name.starts_with("branches/")) {
        if (piece.content && piece.content->empty()) return std::nullopt;
        return "names a remote in a way that is not judged";
    }
    if (name.find('/') != std::string_view::npos) return "is not known to be harmless";
    return std::nullopt;  // a shelf that is not a directory: git finds nothing in it
}

std::string harmless_part(std::string_view text, const ConfigPlace& place, std::optional<std::string_view> before) {
    std::vector<ConfigEntry> known;
    if (before) known = parse_git_config(*before).value_or(std::vector<ConfigEntry>{});
    auto entries = parse_git_config(text).value_or(known);
    std::erase_if(entries, [&](const ConfigEntry& entry) {
        return !harmless(entry, place) && std::ranges::find(known, entry) == known.end();
    });
    if (before && entries == known) return std::string(*before);
    std::string out;
    for (const ConfigEntry& entry : entries) {
        const std::size_t first = entry.key.find('.'), last = entry.key.rfind('.');
        out += '[' + entry.key.substr(0, first);
        if (first != last) out += ' ' + quoted(entry.key.substr(first + 1, last - first - 1));
        out += "]\n\t" + entry.key.substr(last + 1);
        if (entry.value) out += " = " + quoted(*entry.value);
        out += '\n';
    }
    return out;
}

}  // namespace postern::scrub
