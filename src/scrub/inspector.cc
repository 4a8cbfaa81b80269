#include "scrub/inspector.h"

#include "scrub/git_directory.h"

#include <algorithm>
#include <array>
#include <utility>

#include <dirent.h>

namespace postern::scrub {
namespace {

// After a change this recent another one could follow with the same timestamp.
constexpr std::int64_t kRacy = 20'000'000, kRacyCoarse = 2'000'000'000, kSecond = 1'000'000'000;

// Files of a work tree that git opens whenever it looks at the tree.
constexpr auto kReadByGit = std::to_array<std::string_view>({".gitattributes", ".gitignore", ".mailmap"});
// The one special file that git makes, while a daemon of the user's listens on it.
constexpr std::string_view kDaemonSocket = "fsmonitor--daemon.ipc";

// Returns whether git would follow a link or wait for a FIFO here. What cannot be told from a directory is left to
// those that judge names.
bool is_misplaced(const std::string& name, unsigned char type, SeenNames names) {
    if (type == DT_REG || type == DT_DIR || type == DT_UNKNOWN) return false;
    if (names.in_git)
        return !(names.pieces_apart && is_gits({.name = name})) && !(type == DT_SOCK && name == kDaemonSocket);
    return type != DT_LNK && std::ranges::find(kReadByGit, name) != kReadByGit.end();
}

}  // namespace

bool is_gits(const Piece& piece) {
    constexpr auto kNames =
        std::to_array<std::string_view>({"config", "config.worktree", "commondir", "gitdir", "index", "hooks", "info",
                                         "remotes", "branches", "rebase-merge", "sequencer"});
    return piece.name.find('/') != std::string::npos || std::ranges::find(kNames, piece.name) != kNames.end();
}

Inspector::Inspector(const AbsPath& root, const ScrubRun& run, std::int64_t now, std::vector<std::string> unsettled)
    : changed(!unsettled.empty()),
      root_(root),
      run_(run),
      name_case_(case_of(root)),
      now_(now),
      unsettled_(std::move(unsettled)) {}

std::int64_t Inspector::settled(std::int64_t time) const {
    const std::int64_t racy = time % kSecond == 0 ? kRacyCoarse : kRacy;
    return time > now_ - racy ? -time : time;
}

bool Inspector::is_unsettled(const std::string& path) const {
    return std::ranges::find(unsettled_, path) != unsettled_.end();
}

void Inspector::mark_unsettled(const std::string& directory, Piece& piece) const {
    if (unsettled_.empty() || !is_unsettled(directory + '/' + piece.name)) return;
    piece.changed = run_.start;
}

Piece Inspector::recalled(Piece piece) const {
    if (!piece.content && run_.contents != nullptr) piece.content = run_.contents->read(piece.hash);
    return piece;
}

std::vector<Piece> Inspector::remembered(const ScrubPlace& place, std::vector<Piece> pieces) {
    for (Piece& piece : pieces) {
        piece.changed = settled(piece.changed);
        if (piece.hash.empty()) continue;
        const auto path = AbsPath::resolve(place.path, piece.name);
        saved_ += piece.size;
        if (saved_ > kMaxSavedAll || !path || is_hidden(run_.watch, *path)) piece.content.reset();
    }
    return pieces;
}

std::vector<Piece> Inspector::git_pieces(const ScrubPlace& place, GitMemory memory) {
    std::vector<Piece>& before = memory.before;
    std::erase_if(before, [](const Piece& p) { return !is_gits(p); });
    const std::string prefix = place.path.text() + '/';
    const bool tried_before =
        std::ranges::any_of(unsettled_, [&](const std::string& path) { return path.starts_with(prefix); });
    bool same = memory.as_recorded && memory.was_git && !tried_before && !place.moved;
    for (std::size_t i = 0; same && i < before.size(); ++i) {
        const auto piece = look_at_piece(place.base, place.below + '/' + before[i].name, before[i].name);
        same = piece && is_untouched(*piece, before[i]);
    }
    // The index agrees with the directory. But another scrub may have written it after the run began.
    const bool all_old = std::ranges::none_of(before, [&](const Piece& p) { return run_.holds(p.changed); });
    if (same && all_old) return remembered(place, std::move(before));

    changed = true;
    for (Piece& piece : before) piece = recalled(std::move(piece));
    std::vector<Piece> pieces = read_git_pieces(place.base, place.below);
    for (Piece& piece : pieces) mark_unsettled(place.path.text(), piece);
    const auto found = judge_git_directory(
        place, {.pieces = pieces, .before = memory.was_git ? &before : nullptr, .layout_only = memory.layout_only});
    for (const Suspect& one : found) {
        // Do not record a piece that is about to be moved away.
        std::erase_if(pieces, [&](const Piece& p) { return !one.harmless && prefix + p.name == one.path.text(); });
        suspects.push_back(one);
    }
    return remembered(place, std::move(pieces));
}

// Returns the piece to record, or nullopt if it is gone or suspect.
std::optional<Piece> Inspector::judged(const ScrubPlace& place, const Candidate& one, const Piece* old) {
    const std::string path = place.below + '/' + one.name;
    auto piece = look_at_piece(place.base, path, one.name);
    if (!piece) return std::nullopt;
    if (old != nullptr && is_untouched(*piece, *old)) {
        piece->hash = old->hash;
        if (!place.may_be_new(piece->changed)) return piece;
    } else {
        changed = true;
    }
    piece = read_piece(place.base, path, one.name);
    // In a directory that the run made, the names of the table are recorded and not judged.
    if (!piece || (place.made && one.kind == Candidate::Kind::protected_file)) return piece;
    mark_unsettled(place.path.text(), *piece);
    std::optional<Piece> known;
    if (old != nullptr) known = recalled(*old);
    const Piece* before = known ? &*known : nullptr;
    std::optional<Suspect> found;
    switch (one.kind) {
        case Candidate::Kind::git_file: found = judge_git_file(place, *piece, before); break;
        case Candidate::Kind::misplaced: found = judge_misplaced(place, *piece, before); break;
        case Candidate::Kind::protected_file: found = judge_protected(place, *piece, before, one.reason); break;
    }
    if (!found) return piece;
    suspects.push_back(std::move(*found));
    return std::nullopt;
}

std::optional<Inspector::Candidate> Inspector::candidate(const ScrubPlace& place, const std::string& name,
                                                         unsigned char type, SeenNames names) const {
    using Kind = Candidate::Kind;
    if (same_name(name, ".git")) return Candidate{name, Kind::git_file, {}};
    if (names.which == SeenNames::Which::every) {
        return Candidate{name, Kind::protected_file, "it lies in a protected directory"};
    }
    if (names.which == SeenNames::Which::table) {
        if (const auto why = protected_entry(run_.watch, name_case_, place.path.text(), name)) {
            return Candidate{name, Kind::protected_file, *why};
        }
        // Protected names below `.github` are not looked for behind a link, so the link itself counts.
        if (type == DT_LNK && leads_to_entry(name)) {
            return Candidate{name, Kind::protected_file, "what tools find behind it is not looked at"};
        }
    }
    if (is_misplaced(name, type, names)) return Candidate{name, Kind::misplaced, {}};
    return std::nullopt;
}

std::vector<Piece> Inspector::file_pieces(const ScrubPlace& place, const std::vector<Listed>* entries,
                                          const std::vector<Piece>& before, SeenNames names) {
    std::vector<Piece> out;
    const auto consider = [&](const std::string& name, unsigned char type) {
        const auto one = candidate(place, name, type, names);
        if (!one) return;
        const auto found = std::ranges::find(before, name, &Piece::name);
        auto piece = judged(place, *one, found == before.end() ? nullptr : &*found);
        if (piece) out.push_back(std::move(*piece));
    };
    if (entries == nullptr) {
        for (const Piece& piece : before) consider(piece.name, static_cast<unsigned char>(IFTODT(piece.mode)));
        // Paths that could not be moved are not in the index, so they are examined again.
        for (const std::string& path : unsettled_) {
            const auto parsed = AbsPath::parse(path);
            if (!parsed || parsed->parent() != place.path) continue;
            const std::string name(parsed->name());
            const auto st = stat_at(place.base, (place.below + '/' + name).c_str());
            if (st) consider(name, static_cast<unsigned char>(IFTODT(st->mode)));
        }
        return remembered(place, std::move(out));
    }
    for (const Listed& entry : *entries) {
        if (entry.type != DT_DIR) consider(entry.name, entry.type);
    }
    if (place.known && !place.moved && !place.made && run_.holds(place.changed)) {
        std::vector<Piece> missing;
        std::ranges::copy_if(before, std::back_inserter(missing), [&](const Piece& piece) {
            return names.which != SeenNames::Which::none && std::ranges::none_of(*entries, [&](const Listed& entry) {
                       return entry.type != DT_DIR && entry.name == piece.name;
                   });
        });
        gone(place, missing);
    }
    return remembered(place, std::move(out));
}

void Inspector::gone(const ScrubPlace& place, const std::vector<Piece>& before) {
    for (const Piece& piece : before) {
        // A `.git` file and a link are no content to put back.
        if (same_name(piece.name, ".git")) continue;
        if (auto found = judge_gone(place, recalled(piece))) suspects.push_back(std::move(*found));
    }
}

}  // namespace postern::scrub
