// The funnel for hosts, and for tools known only by name.
#include "policy/decide.h"
#include "policy/network_access.h"
#include "policy/reasons.h"

#include <algorithm>
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

}  // namespace

bool opens_hosts(const Policy& policy) {
    return !policy.allowed_domains.empty() || std::ranges::any_of(policy.allow, [](const CompiledRule& rule) {
        return names_tool(rule.rule, "WebFetch") && (rule.domain || rule.rule.kind == RuleKind::whole_tool);
    });
}

Decision decide_host(const Policy& policy, std::string_view host) {
    std::vector<Reason> reasons;
    const Endpoint endpoint = parse_endpoint(host);
    if (endpoint.host.empty()) {
        return {.reasons = {{.verdict = Verdict::deny, .kind = ReasonKind::network, .message = "no host is named"}}};
    }
    // A rule against one port stands against the host while the port is not known.
    const auto against = [&endpoint](const DomainPattern& pattern) {
        return pattern.match(endpoint.host, endpoint.port) != Match::no;
    };
    const auto hits = [&](const CompiledRule& rule) {
        if (!names_tool(rule.rule, "WebFetch")) return false;
        if (rule.rule.kind == RuleKind::whole_tool) return true;
        if (!rule.domain) return false;
        return rule.rule.effect == Effect::allow ? rule.domain->matches(endpoint.host, endpoint.port)
                                                 : against(*rule.domain);
    };
    collect(policy.deny, host, hits, reasons);
    for (const ListedDomain& entry : policy.denied_domains) {
        if (against(entry.pattern)) reasons.push_back(listed(entry, Verdict::deny, "deniedDomains", host));
    }
    collect(policy.ask, host, hits, reasons);
    if (reasons.empty()) collect(policy.allow, host, hits, reasons);
    if (reasons.empty()) {
        for (const ListedDomain& entry : policy.allowed_domains) {
            if (entry.pattern.matches(endpoint.host, endpoint.port))
                reasons.push_back(listed(entry, Verdict::allow, "allowedDomains", host));
        }
    }
    if (reasons.empty() && policy.strict_domains) {
        reasons.push_back({.verdict = Verdict::deny,
                           .kind = ReasonKind::network,
                           .subject = std::string(host),
                           .message = "it is not on the list of allowed domains, and the settings refuse every other"});
    }
    if (reasons.empty()) reasons.push_back(remaining(policy, host, "WebFetch(domain:" + std::string(host) + ")"));
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
