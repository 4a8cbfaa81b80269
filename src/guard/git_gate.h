// Lets git work in a repository whose protected files are mounted read-only: all of a command, or nothing of it.
//
// - git renames a new configuration over the old one. A harmless change is written by Postern, any other is refused.
// - git makes `index.lock` before it changes a file of the work tree. If the command would change protected files to
//   contents that are the person's own, or if a person agrees, their mounts are lifted for the rest of the run, and the
//   scrub compares afterwards. Otherwise the lock is refused, so that git ends before anything has moved.
#pragma once

#include "approval/settle.h"
#include "guard/exec_guard.h"
#include "guard/git_caller.h"
#include "guard/git_config_change.h"
#include "guard/git_plan.h"
#include "guard/held_files.h"
#include "guard/listener.h"
#include "guard/process.h"
#include "sandbox/profile.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace postern::guard {

struct GitRules {
    const sandbox::Profile& profile;
    std::function<std::optional<AbsPath>()> locate;  // the host's git; none: nothing is granted
    AbsPath scratch;                // a directory that no command can write, where that git computes contents
    std::function<bool()> give_up;  // true: the run ends, and git is not to be waited for
    JudgeConfig judge_config;
    std::function<Result<state::Commits>(const AbsPath& common_directory)> own_tips;
    std::function<Status(const Grant&)> keep;  // makes the grant durable, before it is acted upon
    std::function<void(const Denied&)> tell;
    approval::Approvals& approvals;  // outlive the gate
    SharedDirectories& shared;
};

class GitGate {
public:
    explicit GitGate(GitRules rules) : rules_(std::move(rules)), held_(rules_.profile) {}

    // Answers a rename over a configuration, or nullopt if the kernel may decide. `from` and `made` are paths inside.
    [[nodiscard]] std::optional<CallReply> config(const Listener& listener, const Call& call, const Process& process,
                                                  ConfigRename rename);
    // Answers the creation of an `index.lock`.
    [[nodiscard]] CallReply lock(Listener& listener, const Call& call, const Process& process, const AbsPath& made);
    // Looks at a command that takes no lock, as `git apply`, when it removes or makes its first file. Returns nullopt if
    // the kernel may decide.
    [[nodiscard]] std::optional<CallReply> first_file(Listener& listener, const Call& call, const Process& process,
                                                      const AbsPath& file);
    // Returns whether the caller is git, from a place that the command cannot write to.
    [[nodiscard]] bool is_caller(std::uint32_t pid) const { return is_git(pid, rules_.profile); }
    // Returns whether the caller is git and was told that nothing may change.
    [[nodiscard]] bool is_stopped(std::uint32_t pid) const;
    // Returns whether the path, or something below it, may come into being.
    [[nodiscard]] bool may_be_made(const AbsPath& path) const { return held_.may_be_made(path); }

private:
    // A command that waits for its answer.
    struct Waiting {
        Call call{};
        CallerId caller{};
        std::string words{};
        AbsPath top = AbsPath::root();
        std::optional<AbsPath> first{};  // the file that a command without a lock is about to change
        bool has_parts = false;          // git starts others to do it, as for a stash
        GitPlan plan{};
    };

    [[nodiscard]] std::optional<WorkTree> work_tree_around(const AbsPath& file) const;
    [[nodiscard]] std::optional<WorkTree> work_tree_at(const AbsPath& git_directory) const;
    [[nodiscard]] GitPlan plan(const WorkTree& tree, const std::vector<GitIntent>& intents,
                               const GitCaller& caller) const;
    [[nodiscard]] bool is_part_of_granted(std::uint32_t pid) const;
    [[nodiscard]] CallReply settle(Listener& listener, const Waiting& waiting);
    [[nodiscard]] CallReply act(const Listener& listener, const Waiting& waiting);
    [[nodiscard]] CallReply refuse(const Listener& listener, const Waiting& waiting, std::string answer);
    [[nodiscard]] CallReply ask(Listener& listener, const Waiting& waiting);

    GitRules rules_;
    HeldFiles held_;
    std::set<CallerId> stopped_{};        // commands without a lock that may change nothing any more
    std::set<CallerId> granted_whole_{};  // with what they start: `git stash` starts `git apply` and `git clean`
    std::set<CallerId> ordinary_{};       // git processes that first_file() need not look at again
    std::map<CallerId, bool> decided_{};  // one answer for all locks that a command takes
};

}  // namespace postern::guard
