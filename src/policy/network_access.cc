#include "policy/network_access.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace postern::policy {
namespace {

using shell::kHole;

bool fetches(std::string_view name) {
    static constexpr std::array<std::string_view, 10> kNames{"curl", "wget", "aria2c", "http", "https",
                                                             "xh",   "lynx", "w3m",    "git",  "axel"};
    return std::ranges::find(kNames, name) != kNames.end();
}

// A word without a scheme may also be a file, or data to be sent. Nobody dials these.
bool is_no_host(std::string_view word) {
    if (word.substr(0, word.find_first_of("/?#")).find(kHole) != std::string_view::npos) return false;
    const std::string host = parse_endpoint(word).host;
    return host.find_first_not_of('.') == std::string::npos ||
           host.find_first_of("\"'=<>()&|;+~") != std::string::npos || host.find("%{") != std::string::npos;
}

}  // namespace

HostPort parse_endpoint(std::string_view authority) {
    authority = authority.substr(0, authority.find_first_of("/?#"));
    // Some clients end the host at a backslash, others do not: such a text stays whole, and no host is spelled so.
    if (authority.find('\\') == std::string_view::npos) authority = authority.substr(authority.rfind('@') + 1);
    if (authority.find(kHole) != std::string_view::npos) return {};
    HostPort out;
    const std::size_t colon = authority.rfind(':');
    const bool has_port = colon != std::string_view::npos && authority.find(']', colon) == std::string_view::npos &&
                          (authority.starts_with('[') || authority.find(':') == colon);
    if (has_port) {
        std::uint16_t port = 0;
        const std::string_view digits = authority.substr(colon + 1);
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
        if (error == std::errc{} && end == digits.data() + digits.size()) out.port = port;
        authority = authority.substr(0, colon);
    }
    out.host = authority;
    return out;
}

std::vector<HostPort> hosts_named_by(const shell::Command& command) {
    std::vector<HostPort> out;
    for (const shell::Redirection& r : command.redirections) {
        const std::string_view target = r.target.text;
        if (!target.starts_with("/dev/tcp/") && !target.starts_with("/dev/udp/")) continue;
        const std::size_t slash = target.find('/', 9);
        const std::string_view host = target.substr(9, slash - 9);
        out.push_back(parse_endpoint(
            slash == std::string_view::npos ? host : std::string(host) + ":" + std::string(target.substr(slash + 1))));
    }
    if (!fetches(command.program())) return out;
    const bool bare_hosts = command.program() != "git";
    for (std::size_t i = 1; i < command.words.size(); ++i) {
        const std::string_view word = command.words[i].text;
        if (const std::size_t scheme = word.find("://"); scheme != std::string_view::npos) {
            out.push_back(parse_endpoint(word.substr(scheme + 3)));
        } else if (bare_hosts && command.words[i].starts_dynamic()) {
            out.push_back({});
        } else if (bare_hosts && !word.starts_with('-') && word.find_first_of(". :[") != std::string_view::npos &&
                   word.find_first_of(" \t") == std::string_view::npos) {
            if (!is_no_host(word)) out.push_back(parse_endpoint(word));  // curl example.org
        }
    }
    return out;
}

}  // namespace postern::policy
