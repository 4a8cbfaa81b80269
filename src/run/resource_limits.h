// Which limit is held by what. A control group binds the whole run; an rlimit binds each process by itself; some limits
// nothing can hold here, and then the command does not run.
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
    std::vector<std::string> init_limits{};  // "core=0", …: each after a --limit of postern-init
    std::vector<CgroupSetting> cgroup{};     // for the supervisor; empty: no control group is made
    std::vector<HeldLimit> held{};           // one for each limit that was asked for
    bool operator==(const LimitPlan&) const = default;
};

struct LimitFacts {
    CgroupPlaces cgroups{};
    bool root = false;  // uid 0, which RLIMIT_NPROC does not bind
    bool operator==(const LimitFacts&) const = default;
};

// This machine's. Looks at control groups only if a limit could use one.
[[nodiscard]] LimitFacts read_limit_facts(const sandbox::ResourceLimits& limits);

// Never fails: what cannot be held says so. For doctor.
[[nodiscard]] LimitPlan describe_limits(const sandbox::ResourceLimits& limits, const LimitFacts& facts);

// For a run: an error if a limit that was asked for cannot be held.
[[nodiscard]] Result<LimitPlan> plan_limits(const sandbox::ResourceLimits& limits, const LimitFacts& facts);
[[nodiscard]] Result<LimitPlan> plan_limits(const sandbox::ResourceLimits& limits);

}  // namespace postern::run
