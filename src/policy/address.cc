#include "policy/address.h"

#include "base/quote.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace postern::policy {
namespace {

using Bytes = std::array<std::uint8_t, 16>;

constexpr Bytes kMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

bool same_bits(const Bytes& a, const Bytes& b, unsigned bits) noexcept {
    const unsigned whole = bits / 8;
    if (!std::equal(a.begin(), a.begin() + whole, b.begin())) return false;
    const unsigned rest = bits % 8;
    return rest == 0 || (a[whole] ^ b[whole]) >> (8 - rest) == 0;
}

void keep_bits(Bytes& bytes, unsigned bits) noexcept {
    for (unsigned i = 0; i < bytes.size(); ++i) {
        const unsigned kept = bits > i * 8 ? std::min(bits - i * 8, 8U) : 0;
        bytes[i] = static_cast<std::uint8_t>(bytes[i] & (0xff00U >> kept));
    }
}

Address v4_at(const Bytes& bytes, std::size_t at, std::uint8_t flip = 0) noexcept {
    Address out;
    for (std::size_t i = 0; i < 4; ++i) out.bytes[i] = bytes[at + i] ^ flip;
    return out;
}

struct Row4 {
    std::uint32_t first;
    unsigned prefix;
    AddressReach reach;
};

// Address ranges with their reach. The first matching row counts.
constexpr Row4 kRows4[] = {
    {0x00000000, 32, AddressReach::unspecified},
    {0x00000000, 8, AddressReach::reserved},  // this network
    {0x0a000000, 8, AddressReach::private_network},
    {0x64400000, 10, AddressReach::shared},  // holds 100.100.100.200, a cloud's metadata
    {0x7f000000, 8, AddressReach::loopback},
    {0xa83f8110, 32, AddressReach::link_local},  // 168.63.129.16: Azure's own, reachable from each of its machines
    {0xa9fe0000, 16, AddressReach::link_local},  // holds 169.254.169.254
    {0xac100000, 12, AddressReach::private_network},
    {0xc0000000, 24, AddressReach::reserved},  // protocol assignments; holds 192.0.0.192, a cloud's metadata
    {0xc0000200, 24, AddressReach::reserved},  // documentation
    {0xc0586300, 24, AddressReach::reserved},  // 6to4 relays, withdrawn
    {0xc0a80000, 16, AddressReach::private_network},
    {0xc6120000, 15, AddressReach::reserved},  // benchmarks
    {0xc6336400, 24, AddressReach::reserved},  // documentation
    {0xcb007100, 24, AddressReach::reserved},  // documentation
    {0xe0000000, 4, AddressReach::multicast},
    {0xf0000000, 4, AddressReach::reserved},  // and broadcast
};

struct Row6 {
    Bytes first;
    unsigned prefix;
    AddressReach reach;
};

constexpr Row6 kRows6[] = {
    {{}, 128, AddressReach::unspecified},
    {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, 128, AddressReach::loopback},
    {kMapped, 96, AddressReach::global},  // reach is decided by the IPv4 address inside
    {{0x00, 0x64, 0xff, 0x9b}, 96, AddressReach::global},
    {{0x00, 0x64, 0xff, 0x9b, 0x00, 0x01}, 48, AddressReach::private_network},  // NAT64 of a local network
    {{0x20, 0x01}, 23, AddressReach::reserved},              // protocol assignments, Teredo among them
    {{0x20, 0x01, 0x0d, 0xb8}, 32, AddressReach::reserved},  // documentation
    {{0x3f, 0xff}, 20, AddressReach::reserved},              // documentation
    {{0x20}, 3, AddressReach::global},                       // everything assigned so far
    {{0xfc}, 7, AddressReach::private_network},              // holds fd00:ec2::254 and fd20:ce::254
    {{0xfe, 0x80}, 10, AddressReach::link_local},
    {{0xfe, 0xc0}, 10, AddressReach::private_network},  // site-local, withdrawn
    {{0xff}, 8, AddressReach::multicast},
};

AddressReach own_reach(const Address& address) noexcept {
    if (address.family == Family::v4) {
        const auto& b = address.bytes;
        const std::uint32_t value =
            std::uint32_t{b[0]} << 24 | std::uint32_t{b[1]} << 16 | std::uint32_t{b[2]} << 8 | b[3];
        for (const Row4& row : kRows4) {
            if ((value ^ row.first) >> (32 - row.prefix) == 0) return row.reach;
        }
        return AddressReach::global;
    }
    for (const Row6& row : kRows6) {
        if (same_bits(address.bytes, row.first, row.prefix)) return row.reach;
    }
    return AddressReach::reserved;
}

tl::unexpected<Error> no_address(std::string_view text) {
    return fail(Errc::parse, "\"" + printable(text) + "\" is no address");
}

}  // namespace

Result<Address> Address::parse(std::string_view text) {
    if (text.find('\0') != std::string_view::npos) return no_address(text);
    const std::string copy(text);
    Address out;
    out.family = text.find(':') == std::string_view::npos ? Family::v4 : Family::v6;
    if (inet_pton(out.family == Family::v4 ? AF_INET : AF_INET6, copy.c_str(), out.bytes.data()) != 1) {
        return no_address(text);
    }
    return out;
}

Result<Address> Address::from_sockaddr(std::span<const std::byte> bytes) {
    sa_family_t family = AF_UNSPEC;
    if (bytes.size() >= sizeof(sockaddr_in)) {
        std::memcpy(&family, bytes.data() + offsetof(sockaddr, sa_family), sizeof(family));
    }
    Address out;
    if (family == AF_INET) {
        std::memcpy(out.bytes.data(), bytes.data() + offsetof(sockaddr_in, sin_addr), 4);
        return out;
    }
    // The kernel also accepts an address without its scope.
    if (family == AF_INET6 && bytes.size() >= offsetof(sockaddr_in6, sin6_scope_id)) {
        out.family = Family::v6;
        std::memcpy(out.bytes.data(), bytes.data() + offsetof(sockaddr_in6, sin6_addr), 16);
        return out;
    }
    return fail(Errc::invalid, "the socket address is neither IPv4 nor IPv6");
}

Address Address::v4(std::uint32_t value) noexcept {
    Address out;
    for (unsigned i = 0; i < 4; ++i) out.bytes[i] = static_cast<std::uint8_t>(value >> (24 - 8 * i));
    return out;
}

Address Address::loopback(Family family) noexcept {
    if (family == Family::v4) return v4(INADDR_LOOPBACK);
    Address out{.family = Family::v6};
    out.bytes.back() = 1;
    return out;
}

std::string Address::text() const {
    std::array<char, INET6_ADDRSTRLEN> shown{};
    (void)inet_ntop(family == Family::v4 ? AF_INET : AF_INET6, bytes.data(), shown.data(), shown.size());
    return shown.data();
}

Address Address::unmapped() const noexcept {
    return family == Family::v6 && same_bits(bytes, kMapped, 96) ? v4_at(bytes, 12) : *this;
}

std::vector<Address> Address::ipv4_inside() const {
    if (family == Family::v4) return {};
    const auto begins = [this](const Bytes& prefix, unsigned bits) { return same_bits(bytes, prefix, bits); };
    if (begins(kMapped, 96) || begins({0x00, 0x64, 0xff, 0x9b}, 96)) return {v4_at(bytes, 12)};
    const bool zero_or_one = begins({}, 120) && bytes[15] <= 1;
    if (begins({}, 96) && !zero_or_one) return {v4_at(bytes, 12)};
    if (begins({0x20, 0x02}, 16)) return {v4_at(bytes, 2)};
    if (begins({0x20, 0x01}, 32)) return {v4_at(bytes, 4), v4_at(bytes, 12, 0xff)};  // the server; the client, inverted
    return {};
}

AddressReach reach_of(const Address& address) {
    for (const Address& inner : address.ipv4_inside()) {
        if (const AddressReach reach = own_reach(inner); reach != AddressReach::global) return reach;
    }
    return own_reach(address);
}

std::string_view to_string(AddressReach reach) noexcept {
    switch (reach) {
        case AddressReach::global: return "global";
        case AddressReach::loopback: return "loopback";
        case AddressReach::link_local: return "link-local";
        case AddressReach::private_network: return "private";
        case AddressReach::shared: return "shared";
        case AddressReach::multicast: return "multicast";
        case AddressReach::unspecified: return "unspecified";
        case AddressReach::reserved: return "reserved";
    }
    return "reserved";
}

AddressRange AddressRange::of(const Address& address) {
    const Address plain = address.unmapped();
    return {plain, plain.bits()};
}

Result<AddressRange> AddressRange::parse(std::string_view text) {
    const std::size_t slash = text.find('/');
    auto address = Address::parse(text.substr(0, slash));
    if (!address) return tl::unexpected<Error>(std::move(address.error()));
    if (slash == std::string_view::npos) return of(*address);
    const std::string_view digits = text.substr(slash + 1);
    unsigned prefix = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), prefix);
    const bool number = error == std::errc{} && end == digits.data() + digits.size();
    if (!number || prefix > address->bits() || (digits.size() > 1 && digits.front() == '0')) {
        return fail(Errc::parse, "the range \"" + printable(text) + "\" has a prefix that is no number from 0 to " +
                                     std::to_string(address->bits()));
    }
    if (prefix >= 96 && address->unmapped() != *address) {
        address = address->unmapped();
        prefix -= 96;
    }
    keep_bits(address->bytes, prefix);
    return AddressRange{*address, prefix};
}

bool AddressRange::contains(const Address& address) const noexcept {
    const auto within = [this](const Address& a) {
        return a.family == first.family && same_bits(a.bytes, first.bytes, prefix);
    };
    return within(address) || within(address.unmapped());
}

std::string AddressRange::text() const {
    return prefix == first.bits() ? first.text() : first.text() + "/" + std::to_string(prefix);
}

}  // namespace postern::policy
