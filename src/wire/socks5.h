// SOCKS5 (RFC 1928) as the gate speaks it: no authentication, CONNECT and nothing else.
//
// The client sends a greeting and gets a method, sends a request and gets a reply; then the connection is a tunnel.
#pragma once

#include "wire/incomplete.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace postern::wire {

enum class SocksMethod : std::uint8_t { no_authentication = 0x00, none_acceptable = 0xff };

enum class SocksReply : std::uint8_t {
    succeeded = 0x00,
    general_failure = 0x01,
    not_allowed = 0x02,
    network_unreachable = 0x03,
    host_unreachable = 0x04,
    connection_refused = 0x05,
    ttl_expired = 0x06,
    command_not_supported = 0x07,
    address_type_not_supported = 0x08,
};

struct BadSocks {
    std::optional<SocksReply> reply;  // to be sent before closing; none: this is no SOCKS5, close at once
    std::string reason;
    bool operator==(const BadSocks&) const = default;
};

struct SocksGreeting {
    SocksMethod method =
        SocksMethod::none_acceptable;  // to be answered; after none_acceptable the connection is closed
    std::size_t size = 0;              // bytes
    bool operator==(const SocksGreeting&) const = default;
};

using Ipv4Bytes = std::array<std::uint8_t, 4>;
using Ipv6Bytes = std::array<std::uint8_t, 16>;

struct SocksRequest {
    std::variant<Ipv4Bytes, Ipv6Bytes, std::string> host;  // a name is printable ASCII, otherwise as written
    std::uint16_t port = 0;                                // never 0
    std::size_t size = 0;                                  // bytes
    bool operator==(const SocksRequest&) const = default;
};

[[nodiscard]] std::variant<Incomplete, BadSocks, SocksGreeting> parse_socks_greeting(std::string_view bytes);
[[nodiscard]] std::variant<Incomplete, BadSocks, SocksRequest> parse_socks_request(std::string_view bytes);

[[nodiscard]] std::string socks_method_answer(SocksMethod method);
// The bound address is left at 0.0.0.0:0: nobody inside needs to know ours.
[[nodiscard]] std::string socks_reply(SocksReply reply);

}  // namespace postern::wire
