// Refuses the creation of a protected path that does not exist. Without this guard such a file is found after the
// command has ended; with it an honest program gets an error at the right moment.
//
// The path is read from the caller's memory, and the kernel reads it again later, so a hostile program can change it in
// between. This guard is therefore no security boundary; the scrub is.
#pragma once

#include "base/abs_path.h"
#include "guard/exec_guard.h"
#include "guard/git_gate.h"
#include "guard/listener.h"
#include "guard/process.h"
#include "sandbox/profile.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace postern::guard {

class CreateGuard {
public:
    // `absent` is sorted by path. `git` answers for what git does to files that exist. `asked` counts the calls that may
    // make a name, whatever the answer. If it stays 0, no name came into being: the filter looks at numbers and flags in
    // registers, which no thread can change.
    CreateGuard(std::vector<sandbox::Absent> absent, GitGate git, SharedDirectories& shared,
                std::function<void(const Denied&)> tell, std::uint64_t& asked);
    CreateGuard(CreateGuard&&) = default;  // `names_` and `ancestors_` point into `absent_`, whose buffer does not move

    void serve(Listener& listener);

private:
    [[nodiscard]] CallReply judge(Listener& listener, const Call& call);
    // Answers the removal of a file.
    [[nodiscard]] CallReply judge_removal(Listener& listener, const Call& call);
    // Answers the first file of a git command without a lock if it is not to go on, or returns nullopt.
    [[nodiscard]] std::optional<CallReply> first_file(Listener& listener, const Call& call, const Process& process,
                                                      const AbsPath& made);
    // Answers what git does to its own files, or returns nullopt for every other call.
    [[nodiscard]] std::optional<CallReply> judge_git(Listener& listener, const Call& call, const Process& process,
                                                     const std::string& path);
    [[nodiscard]] CallReply undecided(const std::string& path) const;
    // Returns the entry that forbids creating `made`, or null. `moved` is the existing file or directory that a rename
    // or link would put there.
    [[nodiscard]] const sandbox::Absent* forbids(const AbsPath& made, const std::optional<AbsPath>& moved) const;

    std::vector<sandbox::Absent> absent_;
    std::unordered_set<std::string_view> names_;  // last components: few, and rare among the files of a project
    // The other components: a directory moved there may contain a protected path.
    std::unordered_set<std::string_view> ancestors_;
    GitGate git_;
    SharedDirectories& shared_;
    std::function<void(const Denied&)> tell_;
    std::uint64_t& asked_;
};

}  // namespace postern::guard
