// `host[:port]` as URLs, CONNECT and the Host header write it.
#pragma once

#include "wire/http_head.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace postern::wire {

struct Authority {
    std::string_view host;  // a name, an address, or an IPv6 address in its brackets
    std::optional<std::uint16_t> port;
};

// No user names, no percent-encoding, no zones: a host has one spelling that everybody reads alike.
[[nodiscard]] std::variant<BadRequest, Authority> parse_authority(std::string_view text);

// The way back, for a host in its one spelling (policy/host_name.h).
[[nodiscard]] std::string bracketed(std::string_view host);
[[nodiscard]] std::string endpoint(std::string_view host, std::uint16_t port);

}  // namespace postern::wire
