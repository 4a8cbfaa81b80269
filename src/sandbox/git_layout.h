// Finds git repositories, and the files in them from which git runs code or takes settings. Decides nothing.
#pragma once

#include "base/abs_path.h"
#include "base/git_config_files.h"
#include "sandbox/host_view.h"

#include <optional>
#include <string_view>
#include <vector>

namespace postern::sandbox {

// Names in a git directory from which git runs code or takes settings. Absent ones must not be created either.
inline constexpr std::string_view kGitCode[] = {"config",       "config.worktree", "hooks", "info/attributes",
                                                "info/exclude", "commondir",       "gitdir"};

// Names under which git looks for hooks. Only these count in a directory of hooks that is the working tree itself.
inline constexpr std::string_view kGitHooks[] = {"applypatch-msg",
                                                 "commit-msg",
                                                 "fsmonitor-watchman",
                                                 "p4-changelist",
                                                 "p4-post-changelist",
                                                 "p4-pre-submit",
                                                 "p4-prepare-changelist",
                                                 "post-applypatch",
                                                 "post-checkout",
                                                 "post-commit",
                                                 "post-index-change",
                                                 "post-merge",
                                                 "post-receive",
                                                 "post-rewrite",
                                                 "post-update",
                                                 "pre-applypatch",
                                                 "pre-auto-gc",
                                                 "pre-commit",
                                                 "pre-merge-commit",
                                                 "pre-push",
                                                 "pre-rebase",
                                                 "pre-receive",
                                                 "prepare-commit-msg",
                                                 "proc-receive",
                                                 "push-to-checkout",
                                                 "reference-transaction",
                                                 "sendemail-validate",
                                                 "update"};

// The repository that `top/.git` belongs to. If `.git` is a file or link, the git directory it names must name `top` in
// turn; otherwise a project could name any other repository of the user. A directory that git would not take for a
// repository is none.
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

// The git directory itself and those of its submodules, or only itself if there are more than a hundred. Linked worktrees
// are left to the scrub, so that `git worktree remove` works; the worktree in which a command runs has a git directory
// of its own.
struct GitDirectories {
    std::vector<AbsPath> directories{};
    bool modules_as_a_whole = false;  // there are too many submodules to look at each
};
[[nodiscard]] GitDirectories git_directories_in(const AbsPath& git_directory, const HostView& host);

// Returns every path in these directories from which git runs code or takes settings, existing or not.
[[nodiscard]] std::vector<AbsPath> code_paths(const AbsPath& git_directory, const HostView& host);

// Returns the working trees that belong to a git directory, as far as it tells.
[[nodiscard]] std::vector<AbsPath> working_trees(const AbsPath& git_directory, const HostView& host);

// `host` must live longer than the result.
[[nodiscard]] GitSurroundings git_surroundings(const AbsPath& home, const HostView& host);

// Paths that the configuration of git names, existing or not.
struct ConfiguredPaths {
    std::vector<AbsPath> files{};  // files with settings, and directories that are copied into new repositories
    std::vector<AbsPath> hooks{};  // directories with hooks
};
// `tops` are the working trees in which a relative path may be meant.
[[nodiscard]] ConfiguredPaths configured_paths(const GitSettings& settings, const std::vector<AbsPath>& tops,
                                               const GitSurroundings& around);

}  // namespace postern::sandbox
