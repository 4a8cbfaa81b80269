// Reads from git's index which paths git is told not to compare with the working tree, so that a diff does not show
// their changes: the bits `skip-worktree` and `assume-unchanged`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::scrub {

struct GitIndex {
    std::vector<std::string> unseen{};  // paths with such a bit; "?3" for the third entry of a split index
    std::string shared{};               // name of the file with the other part of a split index, or empty
};

// Returns nullopt if the bytes are no index of version 2, 3 or 4.
[[nodiscard]] std::optional<GitIndex> parse_git_index(std::string_view bytes);

// Returns the paths of the index in the git directory `path` below `base`, and of the file it shares with others,
// sorted, each with a NUL behind it. Returns nullopt if a file is too large or cannot be read.
[[nodiscard]] std::optional<std::string> unseen_paths(int base, const std::string& path);

}  // namespace postern::scrub
