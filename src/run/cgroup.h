// Control groups: where one can be made, and one for a run.
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

// Directories in which a group for the run can be made. With the unified hierarchy (v2) both are the same.
struct CgroupPlaces {
    std::optional<AbsPath> memory{}, pids{};
    bool unified = false;  // v2, which has other file names
    bool operator==(const CgroupPlaces&) const = default;
};

// Finds our own groups from the texts of /proc/self/mountinfo and /proc/self/cgroup. Pure. In v2 a new group goes
// beside our own, because a group with processes cannot have children with limits; in v1 it goes below.
struct CgroupCandidates {
    std::optional<AbsPath> unified{}, memory{}, pids{};
    bool operator==(const CgroupCandidates&) const = default;
};
[[nodiscard]] CgroupCandidates find_cgroups(std::string_view mountinfo, std::string_view own);

// Returns those candidates that we can write to and that have the controllers switched on.
[[nodiscard]] CgroupPlaces probe_cgroups();
[[nodiscard]] CgroupPlaces probe_cgroups(const CgroupCandidates& candidates);

// A group in each parent that the settings name. The destructor kills all processes in it and removes it. The group is
// locked meanwhile: one without a lock is left over from a killed run, and `make` removes it.
class Cgroup {
public:
    [[nodiscard]] static Result<Cgroup> make(const std::vector<backend::CgroupSetting>& settings);

    Cgroup(Cgroup&&) noexcept = default;
    Cgroup& operator=(Cgroup&&) = delete;
    ~Cgroup();

    [[nodiscard]] std::vector<int> procs() const;  // a process joins by writing "0" to each
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
