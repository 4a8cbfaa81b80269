// The little of DNS that a name server needs which knows few names: one question in, one answer out. RFC 1035, and of
// EDNS (RFC 6891) only as much as is needed to say why (RFC 8914). Pure.
#pragma once

#include "policy/address.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace postern::wire {

enum class DnsType : std::uint16_t {
    a = 1,
    ptr = 12,
    aaaa = 28,
    any = 255
};  // others have their number, and no name here

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
    bool extended = false;  // knows EDNS
    std::string name{};     // labels joined by dots, none at the end; empty: the root, or a name that no host can have
    DnsType type = DnsType::a;
    std::string question{};  // as it came; an answer repeats it
    bool operator==(const DnsQuery&) const = default;
};

// What cannot be answered as asked.
struct BadDns {
    std::uint16_t id = 0;
    DnsStatus status = DnsStatus::malformed;
    bool operator==(const BadDns&) const = default;
};
struct NoDns {  // not worth an answer
    bool operator==(const NoDns&) const = default;
};

[[nodiscard]] std::variant<DnsQuery, BadDns, NoDns> parse_dns_query(std::string_view datagram);

struct DnsAnswer {
    DnsStatus status = DnsStatus::fine;
    // One record of the type that was asked for, or none.
    std::variant<std::monostate, policy::Address, std::string> record{};  // a string: the name that PTR leads to
    std::string why{};                                                    // for people, if a name is refused
};

[[nodiscard]] std::string dns_answer(const DnsQuery& query, const DnsAnswer& answer);
[[nodiscard]] std::string dns_answer(const BadDns& bad);

// "5.0.80.127.in-addr.arpa" as 127.80.0.5.
[[nodiscard]] std::optional<policy::Address> address_in_reverse_name(std::string_view name);

}  // namespace postern::wire
