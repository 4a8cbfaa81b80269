// Finds the hosts that a command names, so that `WebFetch(domain:…)` rules apply to shell commands: addresses given to
// programs that fetch, and bash's own /dev/tcp and /dev/udp. The network gate controls connections not found here.
#pragma once

#include "shell/analysis.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::policy {

struct HostPort {
    std::string host{};  // empty if known only at run time
    std::optional<std::uint16_t> port{};
    bool operator==(const HostPort&) const = default;
};

// Parses host, host:port, [v6], [v6]:port. Text before an `@` and after a `/` is ignored.
[[nodiscard]] HostPort parse_endpoint(std::string_view authority);

[[nodiscard]] std::vector<HostPort> hosts_named_by(const shell::Command& command);

}  // namespace postern::policy
