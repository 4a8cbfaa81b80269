// Lets git work in a repository whose protected files are mounted read-only: all of a command, or nothing of it.
//
// - git renames a new configuration over the old one. A harmless change is written by Postern, any other is refused.
// - git makes `index.lock` before it changes a file of the work tree. If the command would change protected files to
//   contents that are the person's own, or if a person agrees, their mounts are lifted for the rest of the run, and the
//   scrub compares afterwards. Otherwise the lock is refused, so that git ends before anything has moved.
#pragma once

#include "approval/settle.h"
#include "guard/exec_guard.h"
#include "guard/git_config_change.h"
#include "guard/git_forecast.h"
#include "guard/git_ownership.h"
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

// A content that a protected path may have after the run, besides the one from before.
struct GrantedContent {
    AbsPath path;
    std::string hash;  // content_hash(); empty: the path may be gone
    auto operator<=>(const GrantedContent&) const = default;
};
struct Grant {
    std::vector<AbsPath> lifted{};  // mounts that are not read-only any more
    std::vector<GrantedContent> contents{};
};

struct GitRules {
    const sandbox::Profile& profile;
    std::function<std::optional<AbsPath>()> locate;  // the host's git; none: nothing is granted
    JudgeConfig judge_config;
    std::function<Result<state::Commits>(const AbsPath& common_directory)> own_tips;
    std::function<Status(const Grant&)> keep;  // makes the grant durable, before it is acted upon
    std::function<void(const Denied&)> tell;
    approval::Approvals& approvals;  // outlive the gate
    SharedDirectories& shared;
};

class GitGate {
public:
    explicit GitGate(GitRules rules) : rules_(std::move(rules)) {}

    // Answers a rename over a configuration, or nullopt if the kernel may decide. `from` and `made` are paths inside.
    [[nodiscard]] std::optional<CallReply> config(const Listener& listener, const Call& call, ConfigRename rename);
    // Answers the creation of an `index.lock`.
    [[nodiscard]] CallReply lock(Listener& listener, const Call& call, const Process& process, const AbsPath& made);
    // Looks at a command that takes no lock, as `git apply`, when it removes or makes its first file. Returns nullopt if
    // the kernel may decide.
    [[nodiscard]] std::optional<CallReply> first_file(Listener& listener, const Call& call, const AbsPath& file);
    // Returns whether the caller is git, from a place that the command cannot write to.
    [[nodiscard]] bool is_caller(std::uint32_t pid) const;
    // Returns whether the caller is git and was told that nothing may change.
    [[nodiscard]] bool is_stopped(std::uint32_t pid) const;
    // Returns whether the path, or something below it, may come into being.
    [[nodiscard]] bool may_be_made(const AbsPath& path) const;

private:
    // What a command would do to protected files.
    struct Plan {
        Grant grant{};
        Words paths{};            // that would change, below the top
        std::string objection{};  // why it is not simply granted; empty: it is
        bool askable = true;      // a person may grant it
        std::string words{};      // of the command
        AbsPath top = AbsPath::root();
    };
    struct Caller {
        std::uint32_t pid = 0;
        std::uint64_t started = 0;
        auto operator<=>(const Caller&) const = default;
    };

    [[nodiscard]] std::optional<WorkTree> work_tree_around(const AbsPath& file) const;
    [[nodiscard]] std::optional<WorkTree> work_tree_at(const AbsPath& git_directory) const;
    [[nodiscard]] std::vector<GitIntent> intents_of(const Process& process, const Words& argv, std::uint32_t pid) const;
    [[nodiscard]] Plan plan(const WorkTree& tree, const std::vector<GitIntent>& intents, std::string words) const;
    void settle_path(const WorkTree& tree, const std::string& path, const std::vector<Future>& futures,
                     Ownership& ownership, GitObjects& objects, Plan& plan) const;
    [[nodiscard]] bool matters(const AbsPath& path) const;
    [[nodiscard]] const sandbox::Mount* mount_over(const AbsPath& path) const;
    [[nodiscard]] bool may_be_lifted(const sandbox::Mount& mount) const;
    [[nodiscard]] CallReply act(const Listener& listener, const Call& call, const Plan& plan);
    [[nodiscard]] CallReply refuse(const Listener& listener, const Call& call, const Plan& plan, std::string answer);
    [[nodiscard]] CallReply ask(Listener& listener, const Call& call, const Plan& plan);
    void lift_pins();

    GitRules rules_;
    std::set<AbsPath> lifted_{};
    std::set<GrantedContent> granted_{};
    std::set<AbsPath> may_be_{};        // granted paths
    std::set<Caller> stopped_{};        // commands without a lock that may change nothing any more
    std::map<Caller, bool> decided_{};  // one answer for all locks that a command takes
};

}  // namespace postern::guard
