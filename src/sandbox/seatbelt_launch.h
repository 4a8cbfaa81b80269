// How a command is started under sandbox-exec. macOS only.
#pragma once

#include "sandbox/launch_plan.h"
#include "sandbox/seatbelt_backend.h"

#include <string>
#include <vector>

namespace postern::sandbox {

// `command`: the program, absolute, and its arguments; not empty. sandbox-exec hands the environment on; the system keeps
// DYLD_* from it, as from all of its own programs. The supervisor starts the plan in the profile's directory.
[[nodiscard]] LaunchPlan seatbelt_plan(const SeatbeltProfile& seatbelt, const Profile& profile,
                                       const std::vector<std::string>& command);

}  // namespace postern::sandbox
