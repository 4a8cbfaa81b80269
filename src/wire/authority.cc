#include "wire/authority.h"

#include "base/ascii.h"
#include "base/quantity.h"

#include <algorithm>

namespace postern::wire {
namespace {

constexpr std::size_t kHostLimit = 255;

BadRequest bad(std::string reason) {
    return {.status = 400, .reason = std::move(reason)};
}

bool is_host(std::string_view text) {
    if (text.empty() || text.size() > kHostLimit) return false;
    if (text.front() == '[') {
        if (text.size() < 4 || text.back() != ']') return false;
        return std::ranges::all_of(text.substr(1, text.size() - 2),
                                   [](char c) { return is_hex_digit(c) || c == ':' || c == '.'; });
    }
    return std::ranges::all_of(text,
                               [](char c) { return is_digit(c) || is_letter(c) || c == '-' || c == '.' || c == '_'; });
}

}  // namespace

std::variant<BadRequest, Authority> parse_authority(std::string_view text) {
    if (text.find('@') != std::string_view::npos) return bad("a user name in front of the host");
    const auto bracket = text.rfind(']');
    const auto colon = text.find(':', bracket == std::string_view::npos ? 0 : bracket);
    Authority authority{.host = text.substr(0, colon), .port = std::nullopt};
    if (!is_host(authority.host)) return bad("not the name or address of a host");
    if (colon == std::string_view::npos) return authority;
    const auto port = parse_port(text.substr(colon + 1));
    if (!port) return bad("not a port from 1 to 65535");
    authority.port = *port;
    return authority;
}

std::string bracketed(std::string_view host) {
    const bool v6 = host.find(':') != std::string_view::npos;
    return v6 ? '[' + std::string(host) + ']' : std::string(host);
}

std::string endpoint(std::string_view host, std::uint16_t port) {
    return bracketed(host) + ':' + std::to_string(port);
}

}  // namespace postern::wire
