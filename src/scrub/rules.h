// Which of the things found in a directory have to go.
#pragma once

#include "policy/protected_table.h"
#include "scrub/safe_files.h"
#include "scrub/tree_index.h"
#include "scrub/walk.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace postern::scrub {

// How a directory relates to the run.
enum class Age : std::uint8_t {
    known,  // in the index at this path since before the run
    hosts,  // not in the index and older than the run: nothing that a run has made since the last look
    moved,  // older than the run, and was not here
    born,   // made during the run
};

struct ScrubPlace {
    const ScrubRun& run;
    const AbsPath& root;
    int base;           // open directory
    std::string below;  // the place, relative to `base`
    AbsPath path;
    Age age = Age::known;
    bool known_path = false;    // there was a directory at this path before the run
    bool changed = false;       // the directory itself, during the run
    bool all_new = false;       // whatever is in it counts as new, whatever its time says
    bool of_work_tree = false;  // it lies in `worktrees` of a git directory
};

// A git directory with these pieces now. `before`: what it was as a git directory; nothing if it was none.
struct GitCase {
    const std::vector<Piece>& pieces;
    const std::vector<Piece>* before;
    bool layout_only = false;  // no `.git`: a directory that merely looks like a repository
};
[[nodiscard]] std::vector<Suspect> judge_git_directory(const ScrubPlace& place, const GitCase& git);

// A `.git` that is a file or a link: dangerous unless it leads to a repository that is the user's, or harmless.
[[nodiscard]] std::optional<std::string> judge_redirect(const ScrubPlace& place, const Piece& piece);

// A file of the protected table or inside a protected directory; `before` as above.
[[nodiscard]] std::optional<Suspect> judge_protected(const ScrubPlace& place, const Piece& piece, const Piece* before,
                                                     std::string_view reason);

// A `.git` file as above, as something to move.
[[nodiscard]] std::optional<Suspect> judge_git_file(const ScrubPlace& place, const Piece& piece, const Piece* before);

}  // namespace postern::scrub
