// The part of DNS (RFC 1035) that a name server with few names needs: one question in, one answer out; and of EDNS (RFC
// 6891) the extended error that carries a reason (RFC 8914). Pure.
#pragma once

#include "policy/address.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace postern::wire {

enum class DnsType : std::uint16_t { a = 1, ptr = 12, aaaa = 28, any = 255 };  // other types are kept as numbers

enum class DnsStatus : std::uint8_t {
    fine = 0,
    malformed = 1,
    failed = 2,
    no_such_name = 3,
    not_implemented = 4,
};

struct DnsQuery {
    std::uint16_t id = 0;
    bool recursion_desired = false;
    bool extended = false;  // the client understands EDNS
    // Labels joined by dots, without a last dot. Empty for the root, and for a name that no host can have.
    std::string name{};
    DnsType type = DnsType::a;
    std::string question{};  // bytes as received; an answer repeats them
    bool operator==(const DnsQuery&) const = default;
};

// A query that cannot be answered as asked.
struct BadDns {
    std::uint16_t id = 0;
    DnsStatus status = DnsStatus::malformed;
    bool operator==(const BadDns&) const = default;
};
struct NoDns {  // gets no answer
    bool operator==(const NoDns&) const = default;
};

[[nodiscard]] std::variant<DnsQuery, BadDns, NoDns> parse_dns_query(std::string_view datagram);

struct DnsAnswer {
    DnsStatus status = DnsStatus::fine;
    // One record of the type that was asked for, or none.
    std::variant<std::monostate, policy::Address, std::string> record{};  // a string is the name for PTR
    std::string why{};                                                    // reason for people, if a name is refused
};

[[nodiscard]] std::string dns_answer(const DnsQuery& query, const DnsAnswer& answer);
[[nodiscard]] std::string dns_answer(const BadDns& bad);

// Returns 127.80.0.5 for "5.0.80.127.in-addr.arpa".
[[nodiscard]] std::optional<policy::Address> address_in_reverse_name(std::string_view name);

}  // namespace postern::wire
