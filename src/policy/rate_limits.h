// permissions.limits: what may be run only so often. Pure; how often it was run is counted elsewhere.
#pragma once

#include "policy/decision.h"
#include "policy/policy.h"

#include <cstddef>
#include <string>
#include <vector>

namespace postern::policy {

// A command that counts towards a limit.
struct LimitHit {
    const Limit* limit;
    std::string key;      // which of the limit's counters
    std::string subject;  // the command, for messages

    bool operator==(const LimitHit& other) const { return limit == other.limit && key == other.key; }
};

// What one simple command counts towards.
[[nodiscard]] std::vector<LimitHit> limits_met(const Policy& policy, const shell::Command& command);

// The name under which it is counted: the same in every run, and no two limits share one.
[[nodiscard]] std::string counter_of(const LimitHit& hit);

[[nodiscard]] Reason limit_reason(const LimitHit& hit);

}  // namespace postern::policy
