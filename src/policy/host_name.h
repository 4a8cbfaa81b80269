// The one spelling of a host, however a client of a proxy (CONNECT, Host, SOCKS, the TLS server name) or a settings
// pattern spells it. Rules are compared in this spelling only, and it is the one to dial: what was judged and what is
// dialled must not be read by two different parsers.
//
//   Example.ORG.                    example.org             letter case, one dot at the end
//   bücher.example                  xn--bcher-kva.example   UTS46, non-transitional; so are full-width letters and dots
//   0x7f.1 2130706433 0177.0.0.1    127.0.0.1               all that inet_aton takes, since C libraries would dial it
//   [::FFFF:10.0.0.1]               10.0.0.1                an IPv4 address inside IPv6 as sockets map it
//   [0:0:0:0:0:0:0:1]               ::1                     as inet_ntop writes it, without brackets
//
// Refused, with a reason: whatever no host name has (blanks, control characters, `%` and with it zones, `/`, `@`, `\`,
// a port), empty or too long labels, a label that begins or ends with `-`, a name whose last label is a number, and
// what IDNA2008 does not allow, in letters or as `xn--`: emoji are among that.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace postern::policy {

enum class HostKind : std::uint8_t { name, ipv4, ipv6 };

// Invariant of what canonical_host() returns: canonical_host(text) is the same value again.
struct HostName {
    HostKind kind = HostKind::name;
    std::string text{};
    bool operator==(const HostName&) const = default;
};

[[nodiscard]] Result<HostName> canonical_host(std::string_view text);

// `localhost` and what lies below it: this machine, whoever is asked (RFC 6761).
[[nodiscard]] bool is_localhost(const HostName& host) noexcept;

// For patterns: the labels of a name, each in its one spelling. Those that hold a `*` must be ASCII. Numbers are not
// looked at, an address is no error here.
[[nodiscard]] Result<std::vector<std::string>> canonical_labels(std::string_view text);

// The labels of a canonical name or dotted quad.
[[nodiscard]] std::vector<std::string_view> split_labels(std::string_view text);

// What inet_aton and URLs take for a number: decimal and octal digits, or 0x and hexadecimal ones, or 0x alone.
[[nodiscard]] bool is_number_label(std::string_view label) noexcept;

}  // namespace postern::policy
