// Which hosts a command names, so that `WebFetch(domain:…)` rules reach the shell: addresses given to programs that
// fetch, and bash's own /dev/tcp and /dev/udp. What is not seen here is the network gate's to hold.
#pragma once

#include "shell/analysis.h"

#include <string>
#include <vector>

namespace postern::policy {

struct HostUse {
    std::string host;     // with :port if one is named; empty if known only at run time
    bool literal = true;
    bool operator==(const HostUse&) const = default;
};

[[nodiscard]] std::vector<HostUse> host_uses(const shell::Command& command);

}  // namespace postern::policy
