// The funnel for hosts, and for tools known only by name.
#include "policy/decide.h"
#include "policy/host_name.h"
#include "policy/network_access.h"
#include "policy/reasons.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace postern::policy {
namespace {

using settings::Mode;

// What is left when no rule speaks: the mode, or a question.
Reason remaining(const Policy& policy, std::string_view subject, std::string suggestion) {
    if (policy.mode == Mode::bypass_permissions) {
        return {.verdict = Verdict::allow,
                .kind = ReasonKind::mode,
                .subject = std::string(subject),
                .message = "mode bypassPermissions allows it"};
    }
    return {.verdict = Verdict::ask,
            .kind = ReasonKind::fallback,
            .subject = std::string(subject),
            .message = "no rule allows it",
            .suggestion = std::move(suggestion)};
}

template <class Hits>
void collect(const std::vector<CompiledRule>& rules, std::string_view subject, const Hits& hits,
             std::vector<Reason>& out) {
    for (const CompiledRule& rule : rules) {
        if (hits(rule)) out.push_back(rule_reason(rule, verdict_of(rule.rule.effect), std::string(subject)));
    }
}

Reason listed(const ListedDomain& entry, Verdict verdict, std::string_view key, std::string_view host) {
    return {.verdict = verdict,
            .kind = ReasonKind::network,
            .source = entry.source,
            .pointer = entry.pointer,
            .subject = std::string(host),
            .message = "sandbox.network." + std::string(key) + " lists " + entry.text};
}

// The rule that would allow it: in the one spelling, so that it holds for every other.
std::string rule_for(const HostName& host, std::optional<std::uint16_t> port) {
    std::string text = host.kind == HostKind::ipv6 ? "[" + host.text + "]" : host.text;
    if (port) text += ":" + std::to_string(*port);
    return "WebFetch(domain:" + text + ")";
}

Decision refused(std::string_view host, std::string why) {
    return {.reasons = {{.verdict = Verdict::deny,
                         .kind = ReasonKind::network,
                         .subject = std::string(host),
                         .message = std::move(why)}}};
}

}  // namespace

bool opens_hosts(const Policy& policy) {
    return !policy.allowed_domains.empty() || std::ranges::any_of(policy.allow, [](const CompiledRule& rule) {
        return names_tool(rule.rule, "WebFetch") && (rule.domain || rule.rule.kind == RuleKind::whole_tool);
    });
}

Decision decide_host(const Policy& policy, std::string_view host) {
    std::vector<Reason> reasons;
    const HostPort endpoint = parse_endpoint(host);
    if (endpoint.host.empty()) return refused("", "no host is named");
    // What cannot be spelled in one way cannot be compared with rules: not even mode bypassPermissions lets it pass.
    const auto name = canonical_host(endpoint.host);
    if (!name) return refused(host, name.error().what);
    // A rule against one port stands against the host while the port is not known.
    const auto against = [&](const DomainPattern& pattern) { return pattern.match(*name, endpoint.port) != Match::no; };
    const auto for_it = [&](const DomainPattern& pattern) { return pattern.match(*name, endpoint.port) == Match::yes; };
    const auto hits = [&](const CompiledRule& rule) {
        if (!names_tool(rule.rule, "WebFetch")) return false;
        if (rule.rule.kind == RuleKind::whole_tool) return true;
        if (!rule.domain) return false;
        return rule.rule.effect == Effect::allow ? for_it(*rule.domain) : against(*rule.domain);
    };
    collect(policy.deny, host, hits, reasons);
    for (const ListedDomain& entry : policy.denied_domains) {
        if (against(entry.pattern)) reasons.push_back(listed(entry, Verdict::deny, "deniedDomains", host));
    }
    collect(policy.ask, host, hits, reasons);
    if (reasons.empty()) collect(policy.allow, host, hits, reasons);
    if (reasons.empty()) {
        for (const ListedDomain& entry : policy.allowed_domains) {
            if (for_it(entry.pattern)) reasons.push_back(listed(entry, Verdict::allow, "allowedDomains", host));
        }
    }
    if (reasons.empty() && policy.strict_domains) {
        reasons.push_back({.verdict = Verdict::deny,
                           .kind = ReasonKind::network,
                           .subject = std::string(host),
                           .message = "it is not on the list of allowed domains, and the settings refuse every other"});
    }
    if (reasons.empty()) reasons.push_back(remaining(policy, host, rule_for(*name, endpoint.port)));
    return conclude(policy, std::move(reasons));
}

Decision decide_tool(const Policy& policy, std::string_view name) {
    std::vector<Reason> reasons;
    const auto hits = [name](const CompiledRule& rule) {
        return rule.rule.kind == RuleKind::whole_tool && names_tool(rule.rule, name);
    };
    collect(policy.deny, name, hits, reasons);
    collect(policy.ask, name, hits, reasons);
    if (reasons.empty()) collect(policy.allow, name, hits, reasons);
    if (reasons.empty()) reasons.push_back(remaining(policy, name, std::string(name)));
    return conclude(policy, std::move(reasons));
}

}  // namespace postern::policy
