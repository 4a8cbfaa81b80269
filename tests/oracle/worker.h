// Worker process of a campaign.
#pragma once

#include "campaign.h"

namespace postern::oracle {

struct Share {
    std::size_t number = 0;         // of the worker and its booth
    std::uint64_t first = 0;        // index of the first case; later if a predecessor died
    bool with_regressions = false;  // true for one worker, which runs the regressions first
};

// Runs a worker's share of the cases and returns the exit status of its process.
[[nodiscard]] int run_worker(const Options& options, const Stage& stage, const std::vector<Case>& regressions,
                             const Share& share, Slot& slot);

}  // namespace postern::oracle
