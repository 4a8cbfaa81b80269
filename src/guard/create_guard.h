// Refuses at once to make what may not come into being: a protected path that is not there yet. Without it the file is
// found when the command is over; with it an honest program learns at the right moment why there is none.
//
// The path is read from the caller's memory and the kernel reads it again, so this is no wall: the scrub is.
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
    // `absent`: sorted by path.
    CreateGuard(std::vector<sandbox::Absent> absent, SharedDirectories& shared,
                std::function<void(const Denied&)> tell);
    CreateGuard(CreateGuard&&) = default;  // `names_` and `ancestors_` point into `absent_`, which keeps its place

    void serve(Listener& listener);

private:
    [[nodiscard]] CallReply judge(const Listener& listener, const Call& call) const;
    [[nodiscard]] CallReply undecided(const std::string& path) const;
    // Where the path would be, links in its directory followed; nothing if that cannot be found out.
    [[nodiscard]] static std::optional<AbsPath> place_of(const Process& process, int directory, std::string_view path);
    // The entry that keeps `made` from being made. `moved`: what is put there, if it is there already.
    [[nodiscard]] const sandbox::Absent* forbids(const AbsPath& made, const std::optional<AbsPath>& moved) const;

    std::vector<sandbox::Absent> absent_;
    std::unordered_set<std::string_view> names_;      // last components: few, and rare among the files of a project
    std::unordered_set<std::string_view> ancestors_;  // the other components: what is moved there may hold one
    SharedDirectories& shared_;
    std::function<void(const Denied&)> tell_;
};

}  // namespace postern::guard
