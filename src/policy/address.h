// Network addresses as values: parsing, printing, ranges, and reach. Nothing here queries a name server.
#pragma once

#include "base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace postern::policy {

enum class Family : std::uint8_t { v4, v6 };

// Invariant: the last twelve bytes of a v4 address are zero. Zones and flow labels of IPv6 are not kept.
struct Address {
    Family family = Family::v4;
    std::array<std::uint8_t, 16> bytes{};  // network order

    // Parses a dotted quad, or IPv6 without brackets, both as inet_pton reads them. canonical_host() accepts other
    // spellings.
    static Result<Address> parse(std::string_view text);
    // Reads a sockaddr_in or sockaddr_in6 as filled in by the kernel or passed by a program.
    static Result<Address> from_sockaddr(std::span<const std::byte> bytes);
    static Address v4(std::uint32_t value) noexcept;  // host order: 0x7f000001
    static Address loopback(Family family) noexcept;

    [[nodiscard]] std::string text() const;  // as inet_ntop writes it
    [[nodiscard]] unsigned bits() const noexcept { return family == Family::v4 ? 32 : 128; }
    [[nodiscard]] Address unmapped() const noexcept;  // ::ffff:1.2.3.4 becomes 1.2.3.4; every other address stays
    // Returns the IPv4 addresses that a packet to this IPv6 address may end at: mapped, compatible, NAT64, 6to4,
    // Teredo's two.
    [[nodiscard]] std::vector<Address> ipv4_inside() const;

    bool operator==(const Address&) const = default;
};

// Part of the network that an address belongs to. Public names should resolve to `global` addresses only.
enum class AddressReach : std::uint8_t {
    global,
    loopback,
    link_local,  // includes the metadata addresses that give a cloud machine its secrets, whatever their range
    private_network,
    shared,  // between a provider and its customers, 100.64.0.0/10
    multicast,
    unspecified,  // connecting to it reaches this host
    reserved,     // documentation, benchmarks, protocols, and everything not yet assigned
};

// Classifies an address by the ranges of RFC 6890 and of IANA's later registries. An IPv6 address that contains an IPv4
// address which is not global gets the reach of that IPv4 address.
[[nodiscard]] AddressReach reach_of(const Address& address);
[[nodiscard]] std::string_view to_string(AddressReach reach) noexcept;

// A CIDR range. Invariants: bits after the prefix are zero; a range of mapped addresses is kept as the IPv4 range.
struct AddressRange {
    Address first{};
    unsigned prefix = 32;

    // Parses `10.0.0.0/8`, `fd00::/8`, or one address. Bits set after the prefix are dropped, as firewalls do:
    // 10.1.2.3/8 is 10.0.0.0/8.
    static Result<AddressRange> parse(std::string_view text);
    static AddressRange of(const Address& address);  // the range of this one address

    [[nodiscard]] bool contains(const Address& address) const noexcept;  // a mapped address counts as IPv4 too
    [[nodiscard]] std::string text() const;  // with the prefix, unless the range is one address

    bool operator==(const AddressRange&) const = default;
};

}  // namespace postern::policy
