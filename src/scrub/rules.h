// Decides which of the pieces found in a directory must be moved away or put back.
#pragma once

#include "policy/protected_table.h"
#include "scrub/known_tree.h"
#include "scrub/safe_files.h"
#include "scrub/tree_index.h"
#include "scrub/walk.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace postern::scrub {

// A directory and what the run did to it. A directory is what its path was in the index, whatever inode it has now.
struct ScrubPlace {
    const ScrubRun& run;
    const KnownTree& index;
    const AbsPath& root;
    int base;           // open directory
    std::string below;  // the directory, relative to `base`
    AbsPath path;
    std::int64_t changed = 0;
    bool known = false;  // the index knew a directory at this path before the run
    // The run put a directory here that was at another path, alone or with those above it. Renaming it left the times of
    // its files as they were, so these prove nothing.
    bool moved = false;
    bool made = false;          // the run made it, or one above it: its protected names belong to a project of its own
    bool later = false;         // made after the end of the run
    bool of_work_tree = false;  // in `worktrees` of a git directory

    // Returns whether the run may have made or changed a file here that has this change time.
    [[nodiscard]] bool may_be_new(std::int64_t time) const { return moved || run.holds(time); }
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

// Judges a link or a special file inside a git directory, or a special file where git reads one. git makes neither,
// follows each link when it writes, and waits for the other end of a FIFO.
[[nodiscard]] std::optional<Suspect> judge_misplaced(const ScrubPlace& place, const Piece& piece, const Piece* before);

// Judges a known piece that is gone.
[[nodiscard]] std::optional<Suspect> judge_gone(const ScrubPlace& place, const Piece& before);

}  // namespace postern::scrub
