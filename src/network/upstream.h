// Chooses the proxy, if any, through which the gate reaches a host that the rules have allowed.
//
//   httpProxyPort, socksProxyPort      the user's own proxy on this machine. All traffic goes to it, so the parent
//                                      proxy is not used.
//   parentProxy, or the environment    the proxy of a network that has no other way out. Hosts on this machine are
//                                      never reached through it.
#pragma once

#include "base/result.h"
#include "policy/host_name.h"
#include "settings/settings.h"
#include "wire/proxy_url.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace postern::network {

// Request of a client of the gate: one HTTP request to forward, a tunnel by CONNECT, or a tunnel by SOCKS5.
enum class Purpose : std::uint8_t { request, tunnel, socks };

struct Upstreams {
    std::optional<wire::Proxy> own_http{}, own_socks{};
    std::optional<wire::Proxy> for_requests{}, for_tunnels{};  // the parent proxy
    wire::NoProxy no_proxy{};                                  // hosts that the parent proxy is not used for
    // True for a proxy from the environment, which leads to the world outside. A proxy from the settings is for all
    // addresses.
    bool private_addresses_direct = true;
    bool operator==(const Upstreams&) const = default;
};

// Returns null if the gate dials the host itself.
[[nodiscard]] const wire::Proxy* upstream_for(const Upstreams& upstreams, const policy::HostName& host,
                                              std::uint16_t port, Purpose purpose);

// `environment` holds NAME=value. Error messages contain no value, which may be a password.
[[nodiscard]] Result<Upstreams> read_upstreams(const settings::Settings& settings,
                                               std::span<const std::string> environment);

}  // namespace postern::network
