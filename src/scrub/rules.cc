#include "scrub/rules.h"

#include "scrub/git_directory.h"
#include "scrub/git_remotes.h"
#include "scrub/permits.h"
#include "scrub/protected_names.h"

#include <algorithm>
#include <cstdlib>

namespace postern::scrub {
namespace {

constexpr std::size_t kNamesSaid = 3;  // paths named in a finding about git's index

AbsPath below(const AbsPath& directory, std::string_view name) {
    return AbsPath::resolve(directory, name).value_or(directory);
}

const Piece* find_piece(const std::vector<Piece>* pieces, std::string_view name) {
    if (pieces == nullptr) return nullptr;
    const auto found = std::ranges::find(*pieces, name, &Piece::name);
    return found == pieces->end() ? nullptr : &*found;
}

// Returns the piece of the index if it shows the time before the run. A later record by another scrub may show the
// command's work.
const Piece* trusted(const Piece* before, const ScrubRun& run) {
    return before != nullptr && std::abs(before->changed) < run.start ? before : nullptr;
}

// Returns whether the run added a hard link, through which the file could be changed unseen at another path.
bool has_new_name(const Piece& piece, const Piece* before, const ScrubRun& run) {
    if (!S_ISREG(piece.mode) || piece.links < 2 || !run.holds(piece.changed)) return false;
    return before == nullptr || before->links < piece.links || before->ino != piece.ino;
}

bool has_file(const Piece* known) {
    return known != nullptr && known->content && S_ISREG(known->mode);
}

// Replaces the file by a copy with a single name. The content is that of the index if known, else the present one.
Suspect with_one_name(const ScrubPlace& place, const AbsPath& path, const Piece& piece, const Piece* known) {
    Suspect out{
        .root = place.root, .path = path, .why = "it was given a second name, through which it could be changed"};
    if (has_file(known)) {
        out.put_back = *known;
    } else if (piece.content) {
        out.put_back = piece;
    }
    return out;
}

bool is_untouchable(const ScrubPlace& place, const AbsPath& path, const Piece& piece) {
    return (piece.links < 2 || !S_ISREG(piece.mode)) && is_read_only(place.run.watch, path);
}

std::string_view shelf_of(std::string_view name) {
    const std::size_t slash = name.find('/');
    return slash == std::string_view::npos ? std::string_view{} : name.substr(0, slash);
}

// Returns whether the piece arrived inside a directory like `hooks` that was put there as a whole. Its files may be
// older than the run.
bool came_with_shelf(const Piece& piece, const Piece* before, const GitCase& git, const ScrubRun& run) {
    if (before != nullptr) return false;
    const Piece* now = find_piece(&git.pieces, shelf_of(piece.name));
    const Piece* then = find_piece(git.before, shelf_of(piece.name));
    return now != nullptr && run.holds(now->changed) && (then == nullptr || then->ino != now->ino);
}

// Returns what to move: the file, or the directory it lies in if that is a link, because only the link can be moved.
std::string what_to_take(const Piece& piece, const std::vector<Piece>& all) {
    const Piece* shelf = find_piece(&all, shelf_of(piece.name));
    return shelf != nullptr && S_ISLNK(shelf->mode) ? shelf->name : piece.name;
}

// Returns what belongs in the place of a dangerous piece: the settings without the dangerous ones, or else the file as
// it was.
std::optional<Piece> replacement(const Piece& piece, const Piece* known, const ConfigPlace& config) {
    if (piece.name == "index") return std::nullopt;  // of which only a list of paths is kept
    if (!S_ISREG(piece.mode)) return has_file(known) ? std::optional(*known) : std::nullopt;
    if (piece.content && piece.name.starts_with("config")) {
        std::optional<std::string_view> before;
        if (has_file(known)) before = *known->content;
        Piece out = has_file(known) ? *known : piece;
        out.content = harmless_part(*piece.content, config, before);
        return out;
    }
    return has_file(known) ? std::optional(*known) : std::nullopt;
}

std::vector<std::string_view> names_in(const Piece* list) {
    std::vector<std::string_view> out;
    std::string_view rest = list != nullptr && list->content ? *list->content : std::string_view{};
    while (!rest.empty()) {
        out.push_back(rest.substr(0, rest.find('\0')));
        rest.remove_prefix(std::min(out.back().size() + 1, rest.size()));
    }
    return out;
}

// Returns what the run did so that a diff of the user's repository shows less than there is, or nullopt. The whole of a
// repository that the run made is new to the user.
std::optional<std::string> hidden_changes(const Piece& piece, const Piece* before) {
    if (piece.name == "info/sparse-checkout" && (before == nullptr || !same_content(piece, *before))) {
        return "it was changed, so git may leave files out of the working tree and of a diff";
    }
    if (piece.name != "index") return std::nullopt;
    if (!piece.content) return "it cannot be read, so it may hide changes from a diff";
    std::vector<std::string_view> added;
    std::ranges::set_difference(names_in(&piece), names_in(before), std::back_inserter(added));
    if (added.empty()) return std::nullopt;
    std::string out = "a diff does not show changes of these files any more (skip-worktree or assume-unchanged): ";
    for (std::size_t i = 0; i < std::min(added.size(), kNamesSaid); ++i) {
        out.append(i == 0 ? "" : ", ").append(added[i]);
    }
    if (added.size() > kNamesSaid) out += " and " + std::to_string(added.size() - kNamesSaid) + " more";
    return out;
}

// Adds what leads the person's next fetch or push elsewhere. Settings that the guard let git write are under a mount, and
// count all the same.
void report_redirections(const ScrubPlace& place, const Piece& piece, const Piece* before, std::vector<Suspect>& out) {
    if (before == nullptr || !piece.name.starts_with("config") || !piece.content || same_content(piece, *before))
        return;
    for (const std::string& what : redirections(before->content, *piece.content)) {
        out.push_back({.root = place.root,
                       .path = below(place.path, piece.name),
                       .why = "the next fetch or push may go elsewhere: " + what,
                       .harmless = true});
    }
}

// Judges the pieces one by one; each dangerous one is moved alone.
void judge_pieces(const ScrubPlace& place, const GitCase& git, const ConfigPlace& config, std::vector<Suspect>& out) {
    const bool was_something_else = place.known && git.before == nullptr && !git.layout_only;
    for (const Piece& piece : git.pieces) {
        const Piece* recorded = find_piece(git.before, piece.name);
        const bool is_new =
            place.may_be_new(piece.changed) || was_something_else || came_with_shelf(piece, recorded, git, place.run);
        const AbsPath path = below(place.path, piece.name);
        // Settings that were written after the end may be the command's: git copies what it finds in the file.
        const bool copied = piece.name.starts_with("config") && piece.changed > place.run.end && !place.later;
        // A file under a read-only mount can only have been changed from outside.
        if (!is_new && !copied) continue;
        report_redirections(place, piece, recorded, out);
        if (is_untouchable(place, path, piece)) continue;
        const Piece* known = trusted(recorded, place.run);
        const bool users_link = S_ISLNK(piece.mode) && recorded != nullptr && recorded->target == piece.target;
        if (git.before != nullptr && (S_ISREG(piece.mode) || users_link)) {
            if (auto why = hidden_changes(piece, recorded)) {
                out.push_back({.root = place.root, .path = path, .why = std::move(*why), .harmless = true});
                continue;
            }
        }
        const auto why = judge_git_piece(piece, known, config);
        if (why) {
            const std::string name = what_to_take(piece, git.pieces);
            Suspect suspect{
                .root = place.root, .path = below(place.path, name), .why = "in a git repository: it " + *why};
            if (name == piece.name) suspect.put_back = replacement(piece, known, config);
            out.push_back(std::move(suspect));
        } else if (piece.name != "index" && has_new_name(piece, recorded, place.run)) {
            out.push_back(with_one_name(place, path, piece, known));
        }
    }
}

// Adds the known pieces that are gone. Files of a rebase or a cherry-pick in progress go when it ends.
void judge_gone_pieces(const ScrubPlace& place, const GitCase& git, std::vector<Suspect>& out) {
    if (git.before == nullptr || !place.known || place.moved) return;
    for (const Piece& piece : *git.before) {
        const std::string_view shelf = shelf_of(piece.name);
        const bool stays = piece.name == "config" || shelf == "hooks" || piece.name == "info/attributes";
        if (!stays || find_piece(&git.pieces, piece.name) != nullptr) continue;
        // Removing a name changes the time of its directory.
        const Piece* now = find_piece(&git.pieces, shelf);
        if (!place.run.holds(now != nullptr ? now->changed : place.changed)) continue;
        if (auto gone = judge_gone(place, piece)) out.push_back(std::move(*gone));
    }
}

// Takes away the names by which the run made a known directory a repository: HEAD if it is among them, without which
// there is none. Returns nothing if the names are older.
std::vector<Suspect> take_layout(const ScrubPlace& place) {
    std::vector<Suspect> out;
    const auto take = [&](std::string_view name) {
        const auto st = stat_at(place.base, (place.below + '/' + std::string(name)).c_str());
        if (!st || !place.may_be_new(st->changed)) return false;
        out.push_back({.root = place.root,
                       .path = below(place.path, name),
                       .why = "it made an existing directory look like a git repository"});
        return true;
    };
    const bool head = take("HEAD");
    (void)take("commondir");
    for (const char* name : {"objects", "refs"}) {
        if (!head) (void)take(name);
    }
    return out;
}

}  // namespace

std::vector<Suspect> judge_git_directory(const ScrubPlace& place, const GitCase& git) {
    const ConfigPlace config{.git_directory = place.path,
                             .writable = place.run.watch.writable,
                             .of_work_tree = place.of_work_tree,
                             .made = git.before == nullptr};
    std::vector<Suspect> out;
    if (git.layout_only && place.known && git.before == nullptr) out = take_layout(place);
    judge_pieces(place, git, config, out);
    judge_gone_pieces(place, git, out);
    return out;
}

std::optional<Suspect> judge_protected(const ScrubPlace& place, const Piece& piece, const Piece* before,
                                       std::string_view reason) {
    if (!place.may_be_new(piece.changed)) return std::nullopt;
    const AbsPath path = below(place.path, piece.name);
    if (is_untouchable(place, path, piece)) return std::nullopt;
    const Piece* known = trusted(before, place.run);
    if (known != nullptr && same_content(*known, piece) && known->mode == piece.mode) {
        if (has_new_name(piece, before, place.run)) return with_one_name(place, path, piece, known);
        return std::nullopt;
    }
    if (S_ISREG(piece.mode) && piece.content && is_permitted(place.run.watch, path, piece.content)) {
        if (has_new_name(piece, before, place.run)) return with_one_name(place, path, piece, nullptr);
        return std::nullopt;
    }
    // `git submodule add` creates .gitmodules, so it is judged like a configuration file.
    if (piece.name == ".gitmodules" && S_ISREG(piece.mode) && piece.content &&
        !dangerous_setting(*piece.content, {.git_directory = place.path, .writable = place.run.watch.writable})) {
        return std::nullopt;
    }
    Suspect out{.root = place.root, .path = path, .why = "a protected file: " + std::string(reason)};
    if (has_file(known)) out.put_back = *known;
    return out;
}

std::optional<Suspect> judge_git_file(const ScrubPlace& place, const Piece& piece, const Piece* before) {
    const Piece* known = trusted(before, place.run);
    if (!place.may_be_new(piece.changed)) return std::nullopt;
    if (known != nullptr && same_content(*known, piece) && known->mode == piece.mode) return std::nullopt;
    const AbsPath path = below(place.path, piece.name);
    if (is_untouchable(place, path, piece)) return std::nullopt;
    const auto why = judge_redirect(place, piece);
    if (!why) return std::nullopt;
    Suspect out{.root = place.root, .path = path, .why = *why};
    if (has_file(known)) out.put_back = *known;
    return out;
}

std::optional<Suspect> judge_misplaced(const ScrubPlace& place, const Piece& piece, const Piece* before) {
    const Piece* known = trusted(before, place.run);
    const bool same_kind = known != nullptr && (known->mode & S_IFMT) == (piece.mode & S_IFMT);
    if (same_kind && known->target == piece.target) return std::nullopt;
    // The piece has the time of what is behind the link, if that is later.
    const auto st = stat_at(place.base, (place.below + '/' + piece.name).c_str());
    if (!st || !place.may_be_new(st->changed)) return std::nullopt;
    return Suspect{.root = place.root,
                   .path = below(place.path, piece.name),
                   .why = S_ISLNK(piece.mode)
                              ? "a new link inside a git directory: git writes to what is behind it"
                              : "a new special file where git reads a file: git may wait for it for ever"};
}

std::optional<Suspect> judge_gone(const ScrubPlace& place, const Piece& before) {
    const AbsPath path = below(place.path, before.name);
    if (!S_ISREG(before.mode) || is_read_only(place.run.watch, path)) return std::nullopt;
    const auto& removed = place.run.watch.removed;
    if (std::ranges::find(removed, path) != removed.end()) return std::nullopt;
    if (is_permitted(place.run.watch, path, std::nullopt)) return std::nullopt;
    Suspect out{.root = place.root, .path = path, .why = "a protected file that the command removed"};
    if (before.content) {
        out.put_back = before;
    } else {
        out.why += "; its content was not kept, so it cannot be put back";
        out.harmless = true;
    }
    return out;
}

}  // namespace postern::scrub
