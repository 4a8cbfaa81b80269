// A sandbox::Profile as a bubblewrap command line with postern-init as the first process inside.
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

// bwrap takes no more, counting those from --args.
inline constexpr std::size_t kMaxBwrapWords = 9000;

// The words for `bwrap --args`: namespaces, mounts, nothing of the program. Pure.
[[nodiscard]] std::vector<std::string> bwrap_words(const sandbox::Profile& profile);

// What postern-init is told about walls that bwrap does not build. Pure.
[[nodiscard]] std::vector<std::string> init_words(const sandbox::Profile& profile);

struct LaunchRequest {
    const sandbox::Profile& profile;
    host::Bwrap bwrap{};
    AbsPath init = AbsPath::root();         // postern-init
    std::vector<std::string> program{};     // and its arguments
    std::vector<std::string> init_words{};  // further words for postern-init: limits, --foreground
    std::vector<UniqueFd> kept_open{};      // by postern-init until the last process inside is gone
};

[[nodiscard]] Result<LaunchPlan> bwrap_plan(LaunchRequest request);

}  // namespace postern::backend
