// Where a request to the proxy wants to go, and what is sent there.
#pragma once

#include "wire/http_head.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace postern::wire {

struct Route {
    enum class Kind : std::uint8_t {
        connect,  // a tunnel: what follows the head is not ours to read
        forward,  // one request, and its body
    };
    Kind kind;
    std::string host;  // as the target spells it: a name, an address, or an IPv6 address in its brackets
    std::uint16_t port;
    std::string target;  // path and query, `*` for OPTIONS of the whole server; empty for a tunnel
    bool operator==(const Route&) const = default;
};

// CONNECT takes `host:port`, everything else `http://host[:port]/…`. A Host header must name the same place: whoever
// judges the one must not be followed by somebody who obeys the other. For CONNECT it may leave the port out, as some
// clients do: it goes no further than here.
[[nodiscard]] std::variant<BadRequest, Route> route_of(const Head& head);

// How a proxy further on is told where to go.
struct ByProxy {
    std::string host;           // as it was judged: the proxy must not read another one in the client's spelling
    std::string authorization;  // empty: none
};

// The head to send to the route's host, or to a proxy on the way, for Kind::forward. What concerns only the client and
// this proxy is taken out, Host and the length of the body are written anew, and the connection closes after the
// response.
[[nodiscard]] std::string forwarded_head(const Head& head, const Route& route,
                                         const std::optional<ByProxy>& proxy = std::nullopt);

}  // namespace postern::wire
