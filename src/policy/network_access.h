// Which hosts a command names, so that `WebFetch(domain:…)` rules reach the shell: addresses given to programs that
// fetch, and bash's own /dev/tcp and /dev/udp. What is not seen here is the network gate's to hold.
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

// host, host:port, [v6], [v6]:port; anything before an `@` and after a `/` is left out.
[[nodiscard]] HostPort parse_endpoint(std::string_view authority);

[[nodiscard]] std::vector<HostPort> hosts_named_by(const shell::Command& command);

}  // namespace postern::policy
