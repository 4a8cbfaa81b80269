// Matches a pattern against a host, separated by a newline. A canonical spelling must stay the same when canonicalised
// again, and allow must never match more than deny.
#include "fuzz_check.h"
#include "policy/address.h"
#include "policy/domain_rules.h"
#include "policy/host_name.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <arpa/inet.h>
#include <netinet/in.h>

namespace {

using namespace postern;
using namespace postern::policy;

void canonical(std::string_view text) {
    const auto host = canonical_host(text);
    if (!host) {
        promise(!host.error().what.empty(), "a refusal says why");
        return;
    }
    promise(canonical_host(host->text) == host, "the one spelling is its own");
    promise(canonical_host(host->text).value().text.size() <= 253, "a host has a length that DNS can carry");
    in6_addr raw{};
    promise((inet_pton(AF_INET, host->text.c_str(), &raw) == 1) == (host->kind == HostKind::ipv4),
            "IPv4 is what inet_pton reads as such");
    promise((inet_pton(AF_INET6, host->text.c_str(), &raw) == 1) == (host->kind == HostKind::ipv6),
            "IPv6 is what inet_pton reads as such");
    in_addr loose{};
    if (host->kind == HostKind::name) {
        promise(inet_aton(host->text.c_str(), &loose) == 0, "no C library takes a name for an address");
        promise(host->text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-_.") == std::string::npos,
                "a name has only the characters of names");
        return;
    }
    const auto address = Address::parse(host->text);
    promise(address && address->text() == host->text, "an address is printed as it is written");
    promise(AddressRange::of(*address).contains(*address), "an address lies in its own range");
    (void)reach_of(*address);
    for (const Address& inner : address->ipv4_inside()) {
        promise(reach_of(inner) == AddressReach::global || reach_of(*address) == reach_of(inner) ||
                    address->ipv4_inside().size() > 1,
                "an address reaches no further than the one inside");
    }
}

// A text that the C library dials as an address must be canonicalised to that address.
void as_the_c_library(std::string_view text) {
    if (text.find_first_of(std::string_view(" \t\n\v\f\r\0", 7)) != std::string_view::npos) return;
    in_addr dialled{};
    if (inet_aton(std::string(text).c_str(), &dialled) == 0) return;
    const auto host = canonical_host(text);
    promise(!host || *host == HostName{HostKind::ipv4, Address::v4(ntohl(dialled.s_addr)).text()},
            "the C library dials another address");
}

void meet(std::string_view text, std::string_view host) {
    const auto pattern = DomainPattern::compile(text);
    if (!pattern) return;
    for (const std::optional<std::uint16_t> port :
         {std::optional<std::uint16_t>{}, std::optional<std::uint16_t>{443}}) {
        const Match match = pattern->match(host, port);
        const auto known = canonical_host(host);
        if (pattern->matches(host, port)) promise(match == Match::yes, "what allow matches, deny matches");
        if (known) promise(pattern->match(known->text, port) == match, "one verdict for all spellings");
        if (!known && !pattern->port()) promise(match != Match::no, "what is no host does not slip by");
    }
    const auto itself = canonical_host(text);
    if (itself) promise(pattern->matches(text), "a host meets itself");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::size_t line_end = input.find('\n');
    const std::string_view text = input.substr(0, line_end);
    const std::string_view host = line_end == std::string_view::npos ? text : input.substr(line_end + 1);
    canonical(text);
    canonical(host);
    as_the_c_library(text);
    as_the_c_library(host);
    if (const auto range = AddressRange::parse(text)) {
        promise(AddressRange::parse(range->text()) == range, "a range is printed as it is read");
        promise(range->contains(range->first), "a range holds its first address");
    }
    meet(text, host);
    return 0;
}
