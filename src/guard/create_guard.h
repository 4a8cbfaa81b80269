// Refuses the creation of a protected path that does not exist. Without this guard such a file is found after the
// command has ended; with it an honest program gets an error at the right moment.
//
// The path is read from the caller's memory, and the kernel reads it again later, so a hostile program can change it in
// between. This guard is therefore no security boundary; the scrub is.
#pragma once

#include "base/abs_path.h"
#include "guard/exec_guard.h"
#include "guard/listener.h"
#include "guard/process.h"
#include "sandbox/profile.h"

#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace postern::guard {

class CreateGuard {
public:
    // `absent` is sorted by path.
    CreateGuard(std::vector<sandbox::Absent> absent, SharedDirectories& shared,
                std::function<void(const Denied&)> tell);
    CreateGuard(CreateGuard&&) = default;  // `names_` and `ancestors_` point into `absent_`, whose buffer does not move

    void serve(Listener& listener);

private:
    [[nodiscard]] CallReply judge(const Listener& listener, const Call& call) const;
    [[nodiscard]] CallReply undecided(const std::string& path) const;
    // Returns the path with links in its directory resolved, or nullopt if the directory cannot be opened.
    [[nodiscard]] static std::optional<AbsPath> place_of(const Process& process, int directory, std::string_view path);
    // Returns the entry that forbids creating `made`, or null. `moved` is the existing file or directory that a rename
    // or link would put there.
    [[nodiscard]] const sandbox::Absent* forbids(const AbsPath& made, const std::optional<AbsPath>& moved) const;

    std::vector<sandbox::Absent> absent_;
    std::unordered_set<std::string_view> names_;  // last components: few, and rare among the files of a project
    // The other components: a directory moved there may contain a protected path.
    std::unordered_set<std::string_view> ancestors_;
    SharedDirectories& shared_;
    std::function<void(const Denied&)> tell_;
};

}  // namespace postern::guard
