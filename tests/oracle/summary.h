// What a campaign found, in words, and whether that is good.
#pragma once

#include "campaign.h"

namespace postern::oracle {

// True: nothing failed, and enough ran to mean something.
[[nodiscard]] bool summarise(const Report& report, const Options& options, double seconds);
[[nodiscard]] bool summarise_guarded(const Report& report, double seconds);

}  // namespace postern::oracle
