#include "policy/dialling.h"

#include <algorithm>

namespace postern::policy {
namespace {

HostName as_host(const Address& address) {
    const Address plain = address.unmapped();
    return {.kind = plain.family == Family::v4 ? HostKind::ipv4 : HostKind::ipv6, .text = plain.text()};
}

// Tests the patterns of a domain list and of the WebFetch rules with the same effect.
template <class Test>
bool any_pattern(const std::vector<ListedDomain>& listed, const std::vector<CompiledRule>& rules, const Test& test) {
    return std::ranges::any_of(listed, test, &ListedDomain::pattern) ||
           std::ranges::any_of(rules, [&](const CompiledRule& rule) { return rule.domain && test(*rule.domain); });
}

}  // namespace

std::optional<std::string> dial_objection(const Policy& policy, const HostName& host, const Address& address,
                                          std::uint16_t port, const std::vector<Address>& own) {
    const HostName dialled = as_host(address);
    const std::string leads = '`' + host.text + "` leads to " + dialled.text;
    const auto against = [&](const DomainPattern& pattern) { return pattern.match(dialled, port) != Match::no; };
    if (any_pattern(policy.denied_domains, policy.deny, against)) return leads + ", which is denied";
    const AddressReach reach = reach_of(address);
    const bool ours = std::ranges::find(own, address.unmapped()) != own.end();
    if (reach == AddressReach::global && !ours) return std::nullopt;
    const bool itself = reach == AddressReach::loopback && host.text == "localhost";
    const auto names_it = [&](const DomainPattern& pattern) {
        if (pattern.is_everything()) return false;
        return pattern.match(dialled, port) == Match::yes || (itself && pattern.match(host, port) == Match::yes);
    };
    if (any_pattern(policy.allowed_domains, policy.allow, names_it)) return std::nullopt;
    const std::string_view what = ours ? "an address of this machine" : to_string(reach);
    return leads + (ours ? ", " : ", a ") + std::string(what) + (ours ? "" : " address") +
           " that is not allowed itself";
}

}  // namespace postern::policy
