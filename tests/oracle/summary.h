// Prints the results of a campaign and judges them.
#pragma once

#include "campaign.h"

namespace postern::oracle {

// Return true if nothing failed and enough programs ran for a meaningful result.
[[nodiscard]] bool summarise(const Report& report, const Options& options, double seconds);
[[nodiscard]] bool summarise_guarded(const Report& report, double seconds);

}  // namespace postern::oracle
