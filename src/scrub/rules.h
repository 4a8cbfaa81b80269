// Decides which of the pieces found in a directory must be moved away.
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

// Relation of a directory to the run.
enum class Age : std::uint8_t {
    known,  // in the index at this path since before the run
    hosts,  // not in the index, but older than the run: not made by a run since the last scrub
    moved,  // older than the run, but was at another path
    born,   // made during the run
};

struct ScrubPlace {
    const ScrubRun& run;
    const AbsPath& root;
    int base;           // open directory
    std::string below;  // the directory, relative to `base`
    AbsPath path;
    Age age = Age::known;
    bool known_path = false;    // a directory was at this path before the run
    bool changed = false;       // the directory itself changed during the run
    bool all_new = false;       // all its content counts as new, whatever the timestamps
    bool of_work_tree = false;  // in `worktrees` of a git directory
};

// A git directory with its present pieces. `before` are those of the index, or null if it was no git directory.
struct GitCase {
    const std::vector<Piece>& pieces;
    const std::vector<Piece>* before;
    bool layout_only = false;  // not named `.git`, but has the layout of a repository
};
[[nodiscard]] std::vector<Suspect> judge_git_directory(const ScrubPlace& place, const GitCase& git);

// Judges a `.git` that is a file or a link. Returns why it is dangerous, or nullopt if it leads to the user's own or a
// harmless repository.
[[nodiscard]] std::optional<std::string> judge_redirect(const ScrubPlace& place, const Piece& piece);

// Judges a file of the protected table, or inside a protected directory. `before` is its piece in the index, or null.
[[nodiscard]] std::optional<Suspect> judge_protected(const ScrubPlace& place, const Piece& piece, const Piece* before,
                                                     std::string_view reason);

// Judges a `.git` file by judge_redirect(), and returns it as a suspect.
[[nodiscard]] std::optional<Suspect> judge_git_file(const ScrubPlace& place, const Piece& piece, const Piece* before);

}  // namespace postern::scrub
