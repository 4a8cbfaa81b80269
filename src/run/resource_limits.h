// Which limit is held by what. A control group binds the whole run; an rlimit binds each process by itself; some limits
// nothing can hold here, and then the command does not run.
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
    bool root = false;  // uid 0, which RLIMIT_NPROC does not bind
    bool operator==(const LimitFacts&) const = default;
};

// This machine's. Looks at control groups only if a limit could use one.
[[nodiscard]] LimitFacts read_limit_facts(const sandbox::ResourceLimits& limits);

// Never fails: what cannot be held says so. For doctor.
[[nodiscard]] backend::LimitPlan describe_limits(const sandbox::ResourceLimits& limits, const LimitFacts& facts);

// For a run: an error if a limit that was asked for cannot be held.
[[nodiscard]] Result<backend::LimitPlan> plan_limits(const sandbox::ResourceLimits& limits, const LimitFacts& facts);
[[nodiscard]] Result<backend::LimitPlan> plan_limits(const sandbox::ResourceLimits& limits);

}  // namespace postern::run
