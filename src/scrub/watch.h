// What the scrub of a run watches, taken from the profile of its sandbox. Pure.
#pragma once

#include "sandbox/profile.h"
#include "scrub/scrub.h"

namespace postern::scrub {

[[nodiscard]] Watch watch_for(const sandbox::Profile& profile);

}  // namespace postern::scrub
