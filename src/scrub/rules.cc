#include "scrub/rules.h"

#include "scrub/git_directory.h"
#include "scrub/protected_names.h"

#include <algorithm>
#include <cstdlib>

namespace postern::scrub {
namespace {

AbsPath below(const AbsPath& directory, std::string_view name) {
    return AbsPath::resolve(directory, name).value_or(directory);
}

const Piece* find_piece(const std::vector<Piece>* pieces, std::string_view name) {
    if (pieces == nullptr) return nullptr;
    const auto found = std::ranges::find(*pieces, name, &Piece::name);
    return found == pieces->end() ? nullptr : &*found;
}

// Returns the piece of the index if it was recorded before the run. A later record by another scrub may show the
// command's work.
const Piece* trusted(const Piece* before, const ScrubRun& run) {
    return before != nullptr && std::abs(before->changed) < run.start ? before : nullptr;
}

bool changed_in_run(const Piece& piece, const Piece* before, const ScrubRun& run) {
    return piece.changed >= run.start || (before != nullptr && before->ino != piece.ino);
}

// Returns whether the run added a hard link, through which the file could be changed unseen at another path.
bool has_new_name(const Piece& piece, const Piece* before, const ScrubRun& run) {
    if (!S_ISREG(piece.mode) || piece.links < 2) return false;
    return piece.changed >= run.start && (before == nullptr || before->links < piece.links || before->ino != piece.ino);
}

// Replaces the file by a copy with a single name. The content is that of the index if known, else the present one.
Suspect with_one_name(const ScrubPlace& place, const AbsPath& path, const Piece& piece, const Piece* known) {
    Suspect out{
        .root = place.root, .path = path, .why = "it was given a second name, through which it could be changed"};
    if (known != nullptr && known->content) {
        out.put_back = *known;
    } else if (piece.content) {
        out.put_back = piece;
    }
    return out;
}

bool is_untouchable(const ScrubPlace& place, const AbsPath& path, const Piece& piece) {
    return (piece.links < 2 || !S_ISREG(piece.mode)) && is_read_only(place.run.watch, path);
}

// Returns whether the piece arrived inside a directory like `hooks` that was put there as a whole. Its files may be
// older than the run.
bool came_with_shelf(const Piece& piece, const Piece* before, const GitCase& git, const ScrubRun& run) {
    const std::size_t slash = piece.name.find('/');
    if (slash == std::string::npos || before != nullptr) return false;
    const std::string shelf = piece.name.substr(0, slash);
    const Piece* now = find_piece(&git.pieces, shelf);
    return now != nullptr && changed_in_run(*now, find_piece(git.before, shelf), run);
}

// Returns what to move: the file, or the directory it lies in if that is a link, because only the link can be moved.
std::string what_to_take(const Piece& piece, const std::vector<Piece>& all) {
    const std::size_t slash = piece.name.find('/');
    if (slash == std::string::npos) return piece.name;
    const Piece* shelf = find_piece(&all, piece.name.substr(0, slash));
    return shelf != nullptr && S_ISLNK(shelf->mode) ? shelf->name : piece.name;
}

// Judges an existing repository. Each dangerous piece is moved alone, and its former content restored.
std::vector<Suspect> judge_existing(const ScrubPlace& place, const GitCase& git, const ConfigPlace& config) {
    std::vector<Suspect> out;
    for (const Piece& piece : git.pieces) {
        const Piece* recorded = find_piece(git.before, piece.name);
        const Piece* before = trusted(recorded, place.run);
        if (!changed_in_run(piece, recorded, place.run) && !came_with_shelf(piece, recorded, git, place.run)) continue;
        const AbsPath path = below(place.path, piece.name);
        // A file under a read-only mount can only have been changed from outside.
        if (is_untouchable(place, path, piece)) continue;
        const auto why = judge_git_piece(piece, before, config);
        if (!why) {
            if (has_new_name(piece, recorded, place.run)) out.push_back(with_one_name(place, path, piece, before));
            continue;
        }
        const std::string name = what_to_take(piece, git.pieces);
        Suspect suspect{.root = place.root, .path = below(place.path, name), .why = "in a git repository: it " + *why};
        if (name == piece.name && S_ISREG(piece.mode)) {
            if (before != nullptr && before->content && S_ISREG(before->mode)) {
                suspect.put_back = *before;
            } else if (piece.content && piece.name.starts_with("config")) {
                suspect.put_back = piece;
                suspect.put_back->content = harmless_part(*piece.content, config);
            }
        }
        out.push_back(std::move(suspect));
    }
    return out;
}

// Takes away enough of a bare layout that git no longer sees a repository.
std::vector<Suspect> take_layout(const ScrubPlace& place, const std::string& why) {
    std::vector<Suspect> out;
    const auto fresh = [&](const char* name) {
        const auto st = stat_at(place.base, (place.below + '/' + name).c_str());
        if (!st) return false;
        return place.age == Age::born || st->changed >= place.run.start;
    };
    const auto take = [&](std::string_view name) {
        out.push_back({.root = place.root, .path = below(place.path, name), .why = why});
    };
    // A commondir replaces objects and refs.
    const bool head = fresh("HEAD");
    if (head) take("HEAD");
    if (fresh("commondir")) take("commondir");
    for (const char* name : {"objects", "refs"}) {
        if (!head && fresh(name)) take(name);
    }
    if (out.empty()) take("HEAD");
    for (const char* name : {"config", "hooks"}) {
        if (fresh(name)) take(name);
    }
    return out;
}

// Returns whether all names of the layout were there before the run and are unchanged.
bool was_layout(const ScrubPlace& place) {
    const auto older = [&](const char* name) {
        const auto st = stat_at(place.base, (place.below + '/' + name).c_str());
        return st && st->changed < place.run.start;
    };
    return place.age != Age::born && older("HEAD") && ((older("objects") && older("refs")) || older("commondir"));
}

std::optional<std::string> first_danger(const std::vector<Piece>& pieces, const ConfigPlace& config) {
    for (const Piece& piece : pieces) {
        if (auto why = judge_git_piece(piece, nullptr, config)) return piece.name + ' ' + *why;
    }
    return std::nullopt;
}

}  // namespace

std::vector<Suspect> judge_git_directory(const ScrubPlace& place, const GitCase& git) {
    const ConfigPlace config{
        .git_directory = place.path, .writable = place.run.watch.writable, .of_work_tree = place.of_work_tree};
    const bool new_directory = place.age == Age::born && !place.known_path;
    if (git.before != nullptr || place.age == Age::hosts) return judge_existing(place, git, config);
    const auto danger = first_danger(git.pieces, config);
    if (git.layout_only && !new_directory) {
        if ((!place.changed && place.age == Age::known) || was_layout(place)) return judge_existing(place, git, config);
        return take_layout(place, "it made an existing directory look like a git repository");
    }
    if (!danger) return {};
    const std::string why = "a new git repository: " + *danger;
    if (git.layout_only) return take_layout(place, why);
    return {{.root = place.root, .path = place.path, .why = why}};
}

std::optional<Suspect> judge_protected(const ScrubPlace& place, const Piece& piece, const Piece* before,
                                       std::string_view reason) {
    // A directory moved to the place of another brings files that are older than the run.
    const bool brought = place.age == Age::moved && place.known_path && (before == nullptr || before->noted);
    const Piece* known = place.all_new || brought ? nullptr : trusted(before, place.run);
    if (!place.all_new && !brought && !changed_in_run(piece, before, place.run)) return std::nullopt;
    const AbsPath path = below(place.path, piece.name);
    if (is_untouchable(place, path, piece)) return std::nullopt;
    if (known != nullptr && known->content && known->content == piece.content && known->mode == piece.mode) {
        if (has_new_name(piece, before, place.run)) return with_one_name(place, path, piece, known);
        return std::nullopt;
    }
    // `git submodule add` creates .gitmodules, so it is judged like a configuration file.
    if (piece.name == ".gitmodules" && S_ISREG(piece.mode) && piece.content &&
        !dangerous_setting(*piece.content, {.git_directory = place.path, .writable = place.run.watch.writable})) {
        return std::nullopt;
    }
    Suspect out{.root = place.root, .path = path, .why = "a protected file: " + std::string(reason)};
    if (known != nullptr && known->content && S_ISREG(known->mode)) out.put_back = *known;
    return out;
}

std::optional<Suspect> judge_git_file(const ScrubPlace& place, const Piece& piece, const Piece* before) {
    const Piece* known = trusted(before, place.run);
    if (!changed_in_run(piece, before, place.run) && place.age != Age::born && place.age != Age::moved) {
        return std::nullopt;
    }
    if (known != nullptr && known->content && known->content == piece.content && known->mode == piece.mode) {
        return std::nullopt;
    }
    const AbsPath path = below(place.path, piece.name);
    if (is_untouchable(place, path, piece)) return std::nullopt;
    const auto why = judge_redirect(place, piece);
    if (!why) return std::nullopt;
    Suspect out{.root = place.root, .path = path, .why = *why};
    if (known != nullptr && known->content && S_ISREG(known->mode)) out.put_back = *known;
    return out;
}

}  // namespace postern::scrub
