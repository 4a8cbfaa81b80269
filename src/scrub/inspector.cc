#include "scrub/inspector.h"

#include "scrub/git_directory.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <dirent.h>

namespace postern::scrub {
namespace {

// After a change this recent another one could follow with the same timestamp.
constexpr std::int64_t kRacy = 20'000'000, kRacyCoarse = 2'000'000'000, kSecond = 1'000'000'000;

bool same_piece(const Piece& a, const Piece& b) {
    return a.ino == b.ino && a.changed == b.changed && a.size == b.size && a.mode == b.mode && a.links == b.links;
}

bool arrived(const ScrubPlace& place) {
    return place.age == Age::born || place.age == Age::moved;
}

}  // namespace

bool is_gits(const Piece& piece) {
    constexpr auto kNames =
        std::to_array<std::string_view>({"config", "config.worktree", "commondir", "gitdir", "hooks", "info", "remotes",
                                         "branches", "rebase-merge", "sequencer", "modules", "worktrees"});
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
    piece.changed = std::numeric_limits<std::int64_t>::max();
}

std::vector<Piece> Inspector::remembered(std::vector<Piece> pieces) {
    for (Piece& piece : pieces) {
        piece.changed = settled(piece.changed);
        const std::size_t size = piece.content ? piece.content->size() : 0;
        if (saved_ + size > kMaxSavedAll) piece.content.reset();
        saved_ += piece.content ? size : 0;
    }
    return pieces;
}

std::vector<Piece> Inspector::git_pieces(const ScrubPlace& place, GitMemory memory) {
    std::vector<Piece>& before = memory.before;
    std::erase_if(before, [](const Piece& p) { return !is_gits(p); });
    const std::string prefix = place.path.text() + '/';
    const bool tried_before =
        std::ranges::any_of(unsettled_, [&](const std::string& path) { return path.starts_with(prefix); });
    bool same = memory.as_recorded && memory.was_git && !tried_before;
    for (std::size_t i = 0; same && i < before.size(); ++i) {
        const auto piece = look_at_piece(place.base, place.below + '/' + before[i].name, before[i].name);
        same = piece && same_piece(*piece, before[i]);
    }
    // The index agrees with the directory. But another scrub may have written it after the run began.
    const bool all_old = std::ranges::all_of(before, [&](const Piece& p) { return p.changed < run_.start; });
    if (same && all_old && !arrived(place)) return remembered(std::move(before));

    changed = true;
    std::vector<Piece> pieces = read_git_pieces(place.base, place.below);
    for (Piece& piece : pieces) mark_unsettled(place.path.text(), piece);
    const bool in_index = place.age == Age::known || place.age == Age::moved;
    const auto found = judge_git_directory(place, {.pieces = pieces,
                                                   .before = memory.was_git && in_index ? &before : nullptr,
                                                   .layout_only = memory.layout_only});
    for (const Suspect& one : found) {
        // Do not record a piece that is about to be moved away.
        std::erase_if(pieces, [&](const Piece& p) { return prefix + p.name == one.path.text(); });
        suspects.push_back(one);
    }
    return remembered(std::move(pieces));
}

// Returns the piece to record, or nullopt if it is gone or suspect.
std::optional<Piece> Inspector::judged(const ScrubPlace& place, const std::string& name, std::string_view reason,
                                       const Piece* old) {
    const std::string path = place.below + '/' + name;
    auto piece = look_at_piece(place.base, path, name);
    if (!piece) return std::nullopt;
    if (old != nullptr && same_piece(*piece, *old)) {
        piece->content = old->content;
        if (piece->changed < run_.start && !arrived(place)) return piece;
    } else {
        changed = true;
        piece = read_piece(place.base, path, name);
        if (!piece) return std::nullopt;
    }
    mark_unsettled(place.path.text(), *piece);
    auto found = reason.empty() ? judge_git_file(place, *piece, old) : judge_protected(place, *piece, old, reason);
    if (!found) return piece;
    suspects.push_back(std::move(*found));
    return std::nullopt;
}

std::optional<std::string_view> Inspector::reason_for(const ScrubPlace& place, const std::string& name,
                                                      unsigned char type, SeenNames names) const {
    if (names == SeenNames::every || names == SeenNames::every_noted) return "it lies in a protected directory";
    if (const auto why = protected_entry(run_.watch, name_case_, place.path.text(), name)) return why;
    // Protected names below `.github` are not looked for behind a link, so the link itself counts.
    if (type == DT_LNK && leads_to_entry(name)) return "what tools find behind it is not looked at";
    return std::nullopt;
}

std::vector<Piece> Inspector::file_pieces(const ScrubPlace& place, const std::vector<Listed>* entries,
                                          const std::vector<Piece>& before, SeenNames names) {
    std::vector<Piece> out;
    const bool only_noted = names == SeenNames::table_noted || names == SeenNames::every_noted;
    const auto consider = [&](const std::string& name, unsigned char type) {
        std::string_view reason;  // empty for `.git`
        if (!same_name(name, ".git")) {
            if (names == SeenNames::none) return;
            const auto why = reason_for(place, name, type, names);
            if (!why) return;
            reason = *why;
        }
        const auto found = std::ranges::find(before, name, &Piece::name);
        const bool noted = only_noted && !reason.empty();
        auto piece = noted ? read_piece(place.base, place.below + '/' + name, name)
                           : judged(place, name, reason, found == before.end() ? nullptr : &*found);
        if (!piece) return;
        const bool from_elsewhere = run_.overtaken && place.age == Age::hosts;
        piece->noted = noted || from_elsewhere || (found != before.end() && found->noted);
        out.push_back(std::move(*piece));
    };
    if (entries != nullptr) {
        for (const Listed& entry : *entries) {
            if (entry.type != DT_DIR) consider(entry.name, entry.type);
        }
        return remembered(std::move(out));
    }
    for (const Piece& piece : before) consider(piece.name, static_cast<unsigned char>(IFTODT(piece.mode)));
    // Paths that could not be moved are not in the index, so they are examined again.
    for (const std::string& path : unsettled_) {
        const auto parsed = AbsPath::parse(path);
        if (parsed && parsed->parent() == place.path) consider(std::string(parsed->name()), DT_UNKNOWN);
    }
    return remembered(std::move(out));
}

}  // namespace postern::scrub
