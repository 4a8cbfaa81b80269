// Which proxy, if any, the gate goes through to a host that the rules have let pass.
//
//   httpProxyPort, socksProxyPort      the user's own proxy on this machine. It gets everything; what it does then is
//                                      its affair, so that there is no parent any more.
//   parentProxy, or the environment    the way out of a network that has no other. This machine is never beyond it.
#pragma once

#include "base/result.h"
#include "policy/host_name.h"
#include "settings/settings.h"
#include "wire/no_proxy.h"
#include "wire/proxy_url.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace postern::network {

// What a client of the gate wants: one HTTP request forwarded, a tunnel by CONNECT, or by SOCKS5.
enum class Purpose : std::uint8_t { request, tunnel, socks };

struct Upstreams {
    std::optional<wire::Proxy> own_http{}, own_socks{};
    std::optional<wire::Proxy> for_requests{}, for_tunnels{};  // a parent's
    wire::NoProxy no_proxy{};                                  // of the parent's
    // One from the environment leads to the world outside; one that was written down for Postern is for all.
    bool private_addresses_direct = true;
    bool operator==(const Upstreams&) const = default;
};

// Null: the gate dials itself.
[[nodiscard]] const wire::Proxy* upstream_for(const Upstreams& upstreams, const policy::HostName& host,
                                              std::uint16_t port, Purpose errand);

// `environment`: NAME=value. No error holds a value.
[[nodiscard]] Result<Upstreams> read_upstreams(const settings::Settings& settings,
                                               std::span<const std::string> environment);

}  // namespace postern::network
