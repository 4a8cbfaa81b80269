// The part of a launch plan that is the same for every backend with postern-init as the first process inside.
#pragma once

#include "backend/backend.h"

#include <string>
#include <vector>

namespace postern::backend {

// Returns the options of postern-init for the restrictions that the profile asks of it. Pure.
[[nodiscard]] std::vector<std::string> init_words(const sandbox::Profile& profile);

struct InitLaunch {
    std::string file;                // opens the program by its descriptor, which the plan inherits
    std::vector<std::string> words;  // everything behind it on its command line, the command included
    LaunchPlan plan{};               // without a program: environment, descriptors, limits
};
// Takes the program and the limits out of the request.
[[nodiscard]] Result<InitLaunch> init_launch(const host::Facts& facts, PlanRequest& request);

}  // namespace postern::backend
