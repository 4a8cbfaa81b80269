// One worker of a campaign.
#pragma once

#include "campaign.h"

namespace postern::oracle {

struct Share {
    std::size_t number = 0;         // booth, and first case
    std::uint64_t first = 0;        // where to go on after a predecessor died
    bool with_regressions = false;  // one worker runs them, before anything else
};

// Never returns to its caller's business: the process ends with this status.
[[nodiscard]] int run_worker(const Options& options, const Stage& stage, const std::vector<Case>& regressions,
                             const Share& share, Slot& slot);

}  // namespace postern::oracle
