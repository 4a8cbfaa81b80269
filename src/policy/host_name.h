// Canonical spelling of a host, for every spelling by a client of a proxy (CONNECT, Host, SOCKS, the TLS server name)
// or by a settings pattern. Rules are compared in this spelling only, and this spelling is dialled: two different
// parsers must not read the judged and the dialled name.
//
//   Example.ORG.                    example.org             letter case, one dot at the end
//   bücher.example                  xn--bcher-kva.example   UTS46, non-transitional; so are full-width letters and dots
//   0x7f.1 2130706433 0177.0.0.1    127.0.0.1               all that inet_aton takes, since C libraries would dial it
//   [::FFFF:10.0.0.1]               10.0.0.1                an IPv4 address inside IPv6 as sockets map it
//   [0:0:0:0:0:0:0:1]               ::1                     as inet_ntop writes it, without brackets
//
// Refused with a reason: characters that no host name has (blanks, control characters, `%` and with it zones, `/`, `@`,
// `\`, a port), empty or too long labels, a label that begins or ends with `-`, a name whose last label is a number,
// and everything that IDNA2008 does not allow, in letters or as `xn--` (emoji, for example).
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace postern::policy {

enum class HostKind : std::uint8_t { name, ipv4, ipv6 };

// Invariant of results of canonical_host(): canonical_host(text) returns the same value again.
struct HostName {
    HostKind kind = HostKind::name;
    std::string text{};
    bool operator==(const HostName&) const = default;
};

[[nodiscard]] Result<HostName> canonical_host(std::string_view text);

// Returns true for `localhost` and names below it, which always mean this machine (RFC 6761).
[[nodiscard]] bool is_localhost(const HostName& host) noexcept;

// Returns the labels of a name in canonical spelling, for patterns. Labels with a `*` must be ASCII. Numbers are not
// checked, so an address is no error.
[[nodiscard]] Result<std::vector<std::string>> canonical_labels(std::string_view text);

// Returns the labels of a canonical name or dotted quad.
[[nodiscard]] std::vector<std::string_view> split_labels(std::string_view text);

// Returns true for a number as inet_aton and URLs read it: decimal or octal digits, 0x and hexadecimal digits, or 0x
// alone.
[[nodiscard]] bool is_number_label(std::string_view label) noexcept;

}  // namespace postern::policy
