// How often each counter of permissions.limits was used, over all runs of this user: one small file, locked while it is
// changed.
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

    // What counts within a time before now.
    struct Counter {
        std::string name;
        std::size_t max = 0;
        std::chrono::milliseconds per{};
    };

    // An error if the file is there and cannot be read.
    [[nodiscard]] Result<std::size_t> used(const Counter& counter, Time now) const;
    // Counts once more. False: it is used up, and nothing is counted.
    [[nodiscard]] Result<bool> take(const Counter& counter, Time now) const;

private:
    AbsPath state_home_;
};

// Counts one more use. A reason: there have been enough, or they cannot be counted.
[[nodiscard]] std::optional<policy::Reason> count_once_more(const RunCounts& counts, const policy::LimitHit& hit);

}  // namespace postern::app
