// Chooses how each limit is enforced. A control group limits the whole run, an rlimit each process alone. A limit that
// nothing can enforce here prevents the run.
#pragma once

#include "base/result.h"
#include "run/cgroup.h"
#include "sandbox/profile.h"

#include <cstdint>
#include <string>
#include <vector>

namespace postern::run {

enum class HeldBy : std::uint8_t { nothing, rlimit, cgroup, supervisor };

struct HeldLimit {
    std::string name;  // "memory", "pids", "fileSize", "cpu", "timeout"
    HeldBy by = HeldBy::nothing;
    std::string sentence;  // for people
    bool operator==(const HeldLimit&) const = default;
};

struct LimitPlan {
    std::vector<std::string> init_limits{};  // "core=0", …: each follows a --limit of postern-init
    std::vector<CgroupSetting> cgroup{};     // for the run loop; empty if no control group is needed
    std::vector<HeldLimit> held{};           // one for each requested limit
    bool operator==(const LimitPlan&) const = default;
};

struct LimitFacts {
    CgroupPlaces cgroups{};
    bool root = false;  // uid 0, which RLIMIT_NPROC does not limit
    bool operator==(const LimitFacts&) const = default;
};

// Reads the facts of this machine. Looks at control groups only if a limit could use one.
[[nodiscard]] LimitFacts read_limit_facts(const sandbox::ResourceLimits& limits);

// Describes limits for doctor. Never fails: a limit that cannot be enforced says so.
[[nodiscard]] LimitPlan describe_limits(const sandbox::ResourceLimits& limits, const LimitFacts& facts);

// Returns an error if a requested limit cannot be enforced.
[[nodiscard]] Result<LimitPlan> plan_limits(const sandbox::ResourceLimits& limits, const LimitFacts& facts);
[[nodiscard]] Result<LimitPlan> plan_limits(const sandbox::ResourceLimits& limits);

}  // namespace postern::run
