// Finds git repositories, and the files in them from which git runs code or takes settings. Decides nothing.
#pragma once

#include "base/abs_path.h"
#include "sandbox/host_view.h"

#include <optional>
#include <string_view>
#include <vector>

namespace postern::sandbox {

// Names in a git directory from which git runs code or takes settings. Absent ones must not be created either.
inline constexpr std::string_view kGitCode[] = {"config",          "config.worktree", "hooks",
                                                "info/attributes", "commondir",       "gitdir"};

// The repository that `top/.git` belongs to. If `.git` is a file or link, the git directory it names must name `top` in
// turn; otherwise a project could name any other repository of the user.
struct Repository {
    AbsPath top;               // the working tree
    AbsPath git_directory;     // links followed
    AbsPath common_directory;  // differs from git_directory only in a linked worktree
    bool pointer = false;      // `.git` is a file
    bool operator==(const Repository&) const = default;
};
[[nodiscard]] std::optional<Repository> repository_at(const AbsPath& top, const HostView& host);

// Returns the nearest repository at or above `directory`.
[[nodiscard]] std::optional<Repository> repository_around(const AbsPath& directory, const HostView& host);

// Returns every path in a git directory from which git runs code or takes settings, existing or not. Includes those of
// submodules, or `modules` as a whole if there are more than a hundred. Leaves linked worktrees to the scrub, so that
// `git worktree remove` works; the worktree in which a command runs has a git directory of its own.
[[nodiscard]] std::vector<AbsPath> code_paths(const AbsPath& git_directory, const HostView& host);

// Returns the files and directories outside a git directory from which its configuration takes hooks or more settings.
// `top` is its working tree.
[[nodiscard]] std::vector<AbsPath> configured_paths(const AbsPath& git_directory, const AbsPath& top,
                                                    const AbsPath& home, const HostView& host);

}  // namespace postern::sandbox
