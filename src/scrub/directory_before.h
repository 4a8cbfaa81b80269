// What the index says of a directory that is visited, and what is new in it.
#pragma once

#include "scrub/rules.h"
#include "scrub/safe_files.h"
#include "scrub/tree_index.h"

#include <vector>

namespace postern::scrub {

// Data of the index about the visited directory: at its path, or where it was before the run moved it.
struct Before {
    Role role = Role::plain;
    std::vector<Piece> pieces{};
};

// `recorded` is the directory of the index at this path, `old` the one that had the same inode.
[[nodiscard]] Before before_of(const ScrubPlace& place, const Directory& recorded, const Directory* old);

// Returns whether no entry of the directory is older than the run.
[[nodiscard]] bool is_all_new(const ScrubPlace& place, const std::vector<Listed>* entries);
// An agent's directory with its worktrees in it may stay. Other files in it are judged one by one.
[[nodiscard]] bool holds_worktrees(const ScrubPlace& place, const std::vector<Listed>* entries);

}  // namespace postern::scrub
