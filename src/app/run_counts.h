// Counts the uses of each counter of permissions.limits, over all runs of this user.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "policy/rate_limits.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

namespace postern::app {

class RunCounts {
public:
    using Time = std::chrono::system_clock::time_point;

    explicit RunCounts(AbsPath state_home) : state_home_(std::move(state_home)) {}

    // At most `max` uses within `per` before now.
    struct Counter {
        std::string name;
        std::size_t max = 0;
        std::chrono::milliseconds per{};
    };

    // Returns an error if the counts are there and cannot be read.
    [[nodiscard]] Result<std::size_t> used(const Counter& counter, Time now) const;
    // Counts once more. Returns false, and counts nothing, if the counter is used up.
    [[nodiscard]] Result<bool> take(const Counter& counter, Time now) const;

private:
    AbsPath state_home_;
};

// Counts one more use. Returns the reason for a refusal if there have been enough, or if they cannot be counted.
[[nodiscard]] std::optional<policy::Reason> count_once_more(const RunCounts& counts, const policy::LimitHit& hit);

}  // namespace postern::app
