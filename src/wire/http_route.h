// Determines the destination of a request to the proxy, and rewrites its head for that destination.
#pragma once

#include "wire/http_head.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace postern::wire {

struct Route {
    enum class Kind : std::uint8_t {
        connect,  // a tunnel; bytes behind the head are not read
        forward,  // one request with its body
    };
    Kind kind;
    std::string host;  // as written in the target: a name, an address, or an IPv6 address in brackets
    std::uint16_t port;
    std::string target;  // path and query; `*` for OPTIONS of the whole server; empty for a tunnel
    bool operator==(const Route&) const = default;
};

// Accepts `host:port` for CONNECT, and `http://host[:port]/…` for every other method. A Host header must name the same
// place, because a server may obey the header while the gate judges the target. For CONNECT it may lack the port, as
// some clients send it: that header is not forwarded.
[[nodiscard]] std::variant<BadRequest, Route> route_of(const Head& head);

// Additions for a request that goes to a further proxy.
struct ProxyAdditions {
    std::string host;           // as it was judged; the client's spelling might mean another host to the proxy
    std::string authorization;  // empty if none
};

// Returns the head to send to the route's host, or to a further proxy, for Kind::forward. Headers between the client
// and this proxy are removed, Host and Content-Length are written anew, and the connection closes after the response.
[[nodiscard]] std::string forwarded_head(const Head& head, const Route& route,
                                         const std::optional<ProxyAdditions>& proxy = std::nullopt);

}  // namespace postern::wire
