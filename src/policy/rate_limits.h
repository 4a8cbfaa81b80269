// Limits on how often a command may run (permissions.limits). Pure functions; runs are counted elsewhere.
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
    std::string key;      // selects one of the limit's counters
    std::string subject;  // the command, for messages

    bool operator==(const LimitHit& other) const { return limit == other.limit && key == other.key; }
};

// Returns the limits that one simple command counts towards.
[[nodiscard]] std::vector<LimitHit> limits_hit_by(const Policy& policy, const shell::Command& command);

// Returns the name of the counter: the same in every run, and different for every limit.
[[nodiscard]] std::string counter_of(const LimitHit& hit);

[[nodiscard]] Reason limit_reason(const LimitHit& hit);

}  // namespace postern::policy
