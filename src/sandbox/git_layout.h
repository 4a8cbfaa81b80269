// Where a git repository lies, and from which of its files git runs code or takes settings. Looks, decides nothing.
#pragma once

#include "base/abs_path.h"
#include "host/host_view.h"

#include <optional>
#include <string_view>
#include <vector>

namespace postern::sandbox {

// Names inside a git directory. One that is absent must not come into being either.
inline constexpr std::string_view kGitCode[] = {"config",          "config.worktree", "hooks",
                                                "info/attributes", "commondir",       "gitdir"};

// The git directory that `top/.git` stands for. A file or link there counts only if what it points to points back:
// otherwise a project could name any repository of its user's.
struct Repository {
    AbsPath top;               // the working tree
    AbsPath git_directory;     // links followed
    AbsPath common_directory;  // the same but for a linked worktree
    bool pointer = false;      // `.git` is a file
    bool operator==(const Repository&) const = default;
};
[[nodiscard]] std::optional<Repository> repository_at(const AbsPath& top, const host::HostView& host);

// The nearest repository at or above `directory`.
[[nodiscard]] std::optional<Repository> repository_around(const AbsPath& directory, const host::HostView& host);

// Every path in a git directory that git runs code or takes settings from, existing or not: its own and those of its
// submodules, or, if there are more than a hundred, of `modules` as a whole. Those of linked worktrees are left to the scrub, so that `git worktree remove`
// works; the worktree that a command runs in has a git directory of its own.
[[nodiscard]] std::vector<AbsPath> code_paths(const AbsPath& git_directory, const host::HostView& host);

// Files and directories elsewhere that the configuration of a git directory takes hooks or more settings from.
// `top`: its working tree.
[[nodiscard]] std::vector<AbsPath> configured_paths(const AbsPath& git_directory, const AbsPath& top,
                                                    const AbsPath& home, const host::HostView& host);

}  // namespace postern::sandbox
