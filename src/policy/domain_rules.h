// Host patterns: `WebFetch(domain:…)` rules and the sandbox's domain lists.
//
//   example.org      that host          *.example.org   every name below it, at any depth, not example.org itself
//   *                every host         a*.example.org  any other star stays inside one label
//   host:443 [::1]:80   with a port     10.0.0.1 [fe80::1]   addresses as written; IPv6 in any of its spellings
//
// Letter case and one trailing dot do not matter. Names beyond ASCII are compared as they are: no punycode here.
#pragma once

#include "base/result.h"
#include "policy/command_pattern.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::policy {

class DomainPattern {
public:
    // Refuses URLs, paths, user names, blanks, empty labels, bad ports.
    static Result<DomainPattern> compile(std::string_view text);

    // `maybe`: the host fits, but the pattern wants a port and none is known.
    [[nodiscard]] Match match(std::string_view host, std::optional<std::uint16_t> port = std::nullopt) const;

    // For allow: surely, whatever the port. For deny ask match() and take `maybe` too.
    [[nodiscard]] bool matches(std::string_view host, std::optional<std::uint16_t> port = std::nullopt) const {
        return match(host, port) == Match::yes;
    }

    [[nodiscard]] std::optional<std::uint16_t> port() const noexcept { return port_; }
    bool operator==(const DomainPattern&) const = default;

private:
    DomainPattern() = default;
    [[nodiscard]] bool matches_host(std::string_view host) const;

    std::string address_;              // normal form of an IPv6 address; empty otherwise
    std::vector<std::string> labels_;  // lower case, may hold stars
    bool below_ = false;               // began with `*.`, or is `*`
    std::optional<std::uint16_t> port_;
};

}  // namespace postern::policy
