// Host patterns: `WebFetch(domain:…)` rules and the sandbox's domain lists.
//
//   example.org         that host             *.example.org   every name below it, at any depth, not example.org itself
//   *                   every host            a*.example.org  any other star stays inside one label
//   10.0.0.1 [fe80::1]  that address          10.0.0.0/8 fd00::/8   a range of them, always for every port
//   host:443 [::1]:80   with a port
//
// Patterns and hosts are compared in the canonical spelling of policy/host_name.h: letter case, a dot at the end,
// punycode and the many ways to write an address do not matter. A pattern matches the host as the client names it:
// `localhost` is a name, and 127.0.0.1 does not match it. Stars may stand in a dotted quad (10.0.0.*), but only `*`
// matches an IPv6 address.
#pragma once

#include "base/result.h"
#include "policy/address.h"
#include "policy/command_pattern.h"
#include "policy/host_name.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::policy {

class DomainPattern {
public:
    // Refuses URLs, paths, user names, bad ports, and text that cannot be a host's name or address.
    static Result<DomainPattern> compile(std::string_view text);

    // Returns `maybe` if the host matches but the pattern wants a port and none is known, or if the host is an IPv6
    // address that contains an IPv4 address of the pattern's range.
    [[nodiscard]] Match match(const HostName& host, std::optional<std::uint16_t> port = std::nullopt) const;

    // Serves deny and ask, which accept `maybe` too. A text without canonical form may mean any host to the program
    // that dials it.
    [[nodiscard]] Match match(std::string_view host, std::optional<std::uint16_t> port = std::nullopt) const;

    // Serves allow: true only for a sure match of host and port, and only for a host that has a canonical form.
    [[nodiscard]] bool matches(std::string_view host, std::optional<std::uint16_t> port = std::nullopt) const;

    [[nodiscard]] std::optional<std::uint16_t> port() const noexcept { return port_; }
    [[nodiscard]] bool is_everything() const noexcept { return below_ && labels_.empty(); }  // `*`
    bool operator==(const DomainPattern&) const = default;

private:
    DomainPattern() = default;
    Status compile_host(std::string_view host);
    Status compile_stars(std::string_view host);
    [[nodiscard]] Match match_host(const HostName& host) const;
    [[nodiscard]] Match with_port(Match host, std::optional<std::uint16_t> port) const noexcept;

    std::optional<AddressRange> range_;  // if set, there are no labels
    std::vector<std::string> labels_;    // canonical, may contain stars
    bool below_ = false;                 // began with `*.`, or is `*`
    std::optional<std::uint16_t> port_;
};

}  // namespace postern::policy
