#include "wire/http_route.h"

#include "base/ascii.h"
#include "wire/authority.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <set>

namespace postern::wire {
namespace {

constexpr std::uint16_t kHttpPort = 80;

// Headers that concern only the client and this proxy, or are written anew. Those that the Connection header lists are
// added.
constexpr std::string_view kNotForwarded[] = {
    "connection",
    "proxy-connection",
    "proxy-authorization",
    "proxy-authenticate",
    "keep-alive",
    "te",
    "trailer",
    "upgrade",
    "http2-settings",
    "host",
    "content-length",
};

BadRequest bad(std::string reason) {
    return {.status = 400, .reason = std::move(reason)};
}

// Host without a port means the scheme's port for a request, and the target's port for a tunnel, which has no scheme.
std::optional<BadRequest> check_host_header(const Head& head, const Route& route) {
    const auto header = std::ranges::find(head.headers, "host", &Header::name);
    if (header == head.headers.end()) return std::nullopt;  // HTTP/1.0
    const auto parsed = parse_authority(header->value);
    if (const auto* wrong = std::get_if<BadRequest>(&parsed)) return bad("the Host header: " + wrong->reason);
    const auto& authority = std::get<Authority>(parsed);
    const auto port = authority.port.value_or(route.kind == Route::Kind::connect ? route.port : kHttpPort);
    if (port != route.port || lower_case(authority.host) != lower_case(route.host)) {
        return bad("the Host header names another place than the target");
    }
    return std::nullopt;
}

std::variant<BadRequest, Route> tunnel(const Head& head) {
    if (head.chunked || head.content_length.value_or(0) != 0) return bad("a CONNECT request has no body");
    if (head.target.find_first_of("/?#*") != std::string::npos) return bad("CONNECT takes host:port and nothing else");
    const auto parsed = parse_authority(head.target);
    if (const auto* wrong = std::get_if<BadRequest>(&parsed)) return bad("the target of CONNECT: " + wrong->reason);
    const auto& authority = std::get<Authority>(parsed);
    if (!authority.port) return bad("CONNECT takes host:port, and there is no port");
    return Route{
        .kind = Route::Kind::connect, .host = std::string(authority.host), .port = *authority.port, .target = {}};
}

std::variant<BadRequest, Route> forward(const Head& head) {
    const std::string_view target = head.target;
    // The response to TRACE contains the request, and with it the password that we send to a further proxy.
    if (lower_case(head.method) == "trace") return BadRequest{.status = 501, .reason = "TRACE is not forwarded"};
    if (target.starts_with('/') || target == "*") {
        return bad("this is a proxy, not a server: the target must begin with http://");
    }
    const auto scheme = target.find("://");
    if (scheme == std::string_view::npos) return bad("the target must begin with http://");
    const std::string name = lower_case(target.substr(0, scheme));
    if (name == "https") return bad("https:// goes through a tunnel: use CONNECT host:443");
    if (name != "http") return bad("only http:// is forwarded; for anything else use CONNECT host:port");
    const auto rest = target.substr(scheme + 3);
    if (rest.find('#') != std::string_view::npos) return bad("a fragment in the target");
    const auto end = std::min(rest.find_first_of("/?"), rest.size());
    const auto parsed = parse_authority(rest.substr(0, end));
    if (const auto* wrong = std::get_if<BadRequest>(&parsed)) return bad("the target: " + wrong->reason);
    const auto& authority = std::get<Authority>(parsed);
    std::string path(rest.substr(end));
    if (path.empty() && head.method == "OPTIONS") {
        path = "*";
    } else if (!path.starts_with('/')) {
        path.insert(0, 1, '/');
    }
    return Route{.kind = Route::Kind::forward,
                 .host = std::string(authority.host),
                 .port = authority.port.value_or(kHttpPort),
                 .target = std::move(path)};
}

}  // namespace

std::variant<BadRequest, Route> route_of(const Head& head) {
    auto route = head.method == "CONNECT" ? tunnel(head) : forward(head);
    if (const auto* found = std::get_if<Route>(&route)) {
        if (auto wrong = check_host_header(head, *found)) return std::move(*wrong);
    }
    return route;
}

std::string forwarded_head(const Head& head, const Route& route, const std::optional<ProxyAdditions>& proxy) {
    std::set<std::string, std::less<>> left_out(std::begin(kNotForwarded), std::end(kNotForwarded));
    for (const Header& header : head.headers) {
        if (header.name != "connection") continue;
        for (const auto name : list_elements(header.value)) left_out.insert(lower_case(name));
    }
    std::string place = proxy ? proxy->host : route.host;
    if (route.port != kHttpPort) place += ':' + std::to_string(route.port);
    std::string out = head.method + ' ';
    if (proxy) out += "http://" + place;
    if (!proxy || route.target != "*") out += route.target;
    out += " HTTP/1." + std::to_string(head.minor) + "\r\nHost: " + place + "\r\n";
    for (const Header& header : head.headers) {
        if (left_out.contains(header.name)) continue;
        out += header.name + ": " + header.value + "\r\n";
    }
    if (proxy && !proxy->authorization.empty()) out += "Proxy-Authorization: " + proxy->authorization + "\r\n";
    if (head.content_length) out += "Content-Length: " + std::to_string(*head.content_length) + "\r\n";
    out += "Connection: close\r\n\r\n";
    return out;
}

}  // namespace postern::wire
