#include "app/host_rules.h"

#include "network/socket_address.h"
#include "policy/decide.h"
#include "policy/dialling.h"
#include "wire/authority.h"

#include <algorithm>
#include <utility>

namespace postern::app {
namespace {

using network::HostVerdict;
using policy::Verdict;

}  // namespace

HostVerdict HostRules::judge(const std::string& place) const {
    const policy::Decision decision = policy::decide_host(policy_, place);
    const policy::Reason& first = *std::ranges::max_element(decision.reasons, {}, &policy::Reason::verdict);
    HostVerdict verdict{.verdict = decision.verdict, .reason = first.message, .rule = first.rule};
    // A mode lets tools pass, it opens no way out of the sandbox.
    const bool named = first.kind == policy::ReasonKind::rule || first.kind == policy::ReasonKind::network;
    if (decision.verdict == Verdict::allow && !named) verdict.verdict = Verdict::ask;
    if (verdict.verdict != Verdict::ask) return verdict;
    verdict.allowed_if_listed = !named;
    if (!named) verdict.reason = "`" + place + "` is not on the list of allowed hosts";
    const auto before = approvals_.recall(query_for(place, verdict.reason));
    if (!before) return verdict;
    verdict = with_answer(std::move(verdict), *before);
    if (before->lasting != approval::Lasting::once) verdict.reason = "a person has allowed it before this run";
    return verdict;
}

approval::Question HostRules::query_for(const std::string& place, const std::string& why) const {
    auto may_answer = policy::MayAnswer::anybody;
    for (const policy::Reason& reason : policy::decide_host(policy_, place).reasons) {
        may_answer = std::max(may_answer, reason.may_answer);
    }
    const bool kept = may_answer != policy::MayAnswer::person;
    return {.about = approval::About::host,
            .subject = place,
            .directory = policy_.host.cwd,
            .reasons = {{.verdict = Verdict::ask,
                         .kind = policy::ReasonKind::network,
                         .message = why,
                         .may_answer = may_answer}},
            .bindings = {{.what = place}},
            .longest = kept ? approval::longest_for(approval::About::host) : approval::Lasting::once};
}

HostVerdict HostRules::with_answer(HostVerdict verdict, const approval::Answer& answer) {
    const bool nobody = answer.verdict == approval::Answer::Verdict::nobody;
    const bool yes = answer.verdict == approval::Answer::Verdict::allowed;
    verdict.verdict = yes ? Verdict::allow : Verdict::deny;
    verdict.allowed_if_listed = nobody && verdict.allowed_if_listed;
    if (!yes && !nobody) verdict.reason += "; " + approval::refusal_text(answer);
    return verdict;
}

network::Withdraw HostRules::decide(const std::string& host, std::uint16_t port, const network::Decided& decided) {
    const std::string place = wire::endpoint(host, port);
    HostVerdict verdict = judge(place);
    if (verdict.verdict != Verdict::ask) {
        decided(std::move(verdict));
        return {};
    }
    const approval::Ticket asker = approvals_.settle(
        query_for(place, verdict.reason),
        [decided, verdict](const approval::Answer& answer) { decided(with_answer(verdict, answer)); });
    return [this, asker] { approvals_.withdraw(asker); };
}

network::NameRules::Verdict HostRules::decide_name(const policy::HostName& name,
                                                   const std::vector<std::uint16_t>& ports) const {
    network::NameRules::Verdict out;
    for (const std::uint16_t port : ports) {
        const HostVerdict verdict = judge(wire::endpoint(name.text, port));
        const bool asked = verdict.verdict == Verdict::ask && approvals_.may_allow(approval::About::host);
        if (asked || verdict.verdict == Verdict::allow) out.ports.push_back(port);
    }
    if (out.ports.empty()) out.why = judge(name.text);
    return out;
}

std::optional<std::string> HostRules::objection(const policy::HostName& host, const policy::Address& address,
                                                std::uint16_t port) const {
    // A person who was asked about that very address has seen it; what a name leads to, nobody has.
    const bool plain = host.kind != policy::HostKind::name || host.text == "localhost";
    const auto answer = approvals_.recall(query_for(wire::endpoint(host.text, port), ""));
    if (plain && answer && answer->verdict == approval::Answer::Verdict::allowed) return std::nullopt;
    if (!own_addresses_) own_addresses_ = network::own_addresses();
    if (!own_addresses_) return "the addresses of this machine cannot be found out, to tell them from others";
    return policy::dial_objection(policy_, host, address, port, *own_addresses_);
}

}  // namespace postern::app
