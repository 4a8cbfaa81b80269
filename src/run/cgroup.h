// Control groups: where we may make one, and one of our own for a run.
#pragma once

#include "backend/launch_plan.h"
#include "base/abs_path.h"
#include "base/result.h"
#include "base/unique_fd.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::run {

// Directories in which a group for the run can be made. With one hierarchy for all (v2) both are the same.
struct CgroupPlaces {
    std::optional<AbsPath> memory{}, pids{};
    bool unified = false;  // v2: other file names
    bool operator==(const CgroupPlaces&) const = default;
};

// From the texts of /proc/self/mountinfo and /proc/self/cgroup: where our own group is. Pure. In v2 the place for ours
// is beside it, because a group that has processes cannot have groups with limits below it; in v1 it is below.
struct CgroupCandidates {
    std::optional<AbsPath> unified{}, memory{}, pids{};
    bool operator==(const CgroupCandidates&) const = default;
};
[[nodiscard]] CgroupCandidates find_cgroups(std::string_view mountinfo, std::string_view own);

// What of that is writable for us and has the controllers switched on.
[[nodiscard]] CgroupPlaces probe_cgroups();
[[nodiscard]] CgroupPlaces probe_cgroups(const CgroupCandidates& candidates);

// A group in each parent that the settings name, gone with this object together with everything still in it. Locked for
// as long as it lives: a group that nobody holds is left over from a run that was killed, and is removed on the way.
class Cgroup {
public:
    [[nodiscard]] static Result<Cgroup> make(const std::vector<backend::CgroupSetting>& settings);

    Cgroup(Cgroup&&) noexcept = default;
    Cgroup& operator=(Cgroup&&) = delete;
    ~Cgroup();

    [[nodiscard]] std::vector<int> procs() const;  // a process that writes "0" there moves in
    [[nodiscard]] const std::string& name() const noexcept { return name_; }

private:
    struct Member {
        AbsPath parent;
        UniqueFd parent_fd, directory, procs;
    };
    Cgroup() = default;

    std::string name_;
    std::vector<Member> members_;
};

}  // namespace postern::run
