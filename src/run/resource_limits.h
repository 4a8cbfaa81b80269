// Chooses how each limit is enforced. A control group limits the whole run, an rlimit each process alone. A limit that
// nothing can enforce here prevents the run.
#pragma once

#include "backend/launch_plan.h"
#include "base/result.h"
#include "run/cgroup.h"
#include "sandbox/profile.h"

#include <cstdint>
#include <string>
#include <vector>

namespace postern::run {

struct LimitFacts {
    CgroupPlaces cgroups{};
    bool root = false;  // uid 0, which RLIMIT_NPROC does not limit
    bool operator==(const LimitFacts&) const = default;
};

// Reads the facts of this machine. Looks at control groups only if a limit could use one.
[[nodiscard]] LimitFacts read_limit_facts(const sandbox::ResourceLimits& limits);

// Describes limits for doctor. Never fails: a limit that cannot be enforced says so.
[[nodiscard]] backend::LimitPlan describe_limits(const sandbox::ResourceLimits& limits, const LimitFacts& facts);

// Returns an error if a requested limit cannot be enforced.
[[nodiscard]] Result<backend::LimitPlan> plan_limits(const sandbox::ResourceLimits& limits, const LimitFacts& facts);
[[nodiscard]] Result<backend::LimitPlan> plan_limits(const sandbox::ResourceLimits& limits);

}  // namespace postern::run
