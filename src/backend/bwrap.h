// Turns a Profile into a bubblewrap command line, with postern-init as the first process inside.
#pragma once

#include "backend/launch_plan.h"
#include "base/abs_path.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "host/host_probe.h"
#include "sandbox/profile.h"

#include <string>
#include <vector>

namespace postern::backend {

// The limit of bwrap, including the words from --args.
inline constexpr std::size_t kMaxBwrapWords = 9000;

// Returns the words for `bwrap --args`: namespaces and mounts, without the program. Pure.
[[nodiscard]] std::vector<std::string> bwrap_words(const sandbox::Profile& profile);

// Returns the options of postern-init for the restrictions that bwrap does not set up. Pure.
[[nodiscard]] std::vector<std::string> init_words(const sandbox::Profile& profile);

struct LaunchRequest {
    const sandbox::Profile& profile;
    host::Bwrap bwrap{};
    AbsPath init = AbsPath::root();         // postern-init
    std::vector<std::string> program{};     // with its arguments
    std::vector<std::string> init_words{};  // further words for postern-init: limits, --foreground
    std::vector<UniqueFd> kept_open{};      // in postern-init, until the last process inside has ended
};

[[nodiscard]] Result<LaunchPlan> bwrap_plan(LaunchRequest request);

}  // namespace postern::backend
