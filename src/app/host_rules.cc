#include "app/host_rules.h"

#include "network/socket_address.h"
#include "policy/decide.h"
#include "policy/dialling.h"
#include "policy/reasons.h"
#include "settings/defaults.h"
#include "wire/authority.h"

#include <algorithm>
#include <utility>

namespace postern::app {
namespace {

using network::HostVerdict;
using policy::Verdict;

}  // namespace

HostRules::HostRules(const Session& session, const People& people, std::shared_ptr<Questions> questions)
    : policy_(session.policy),
      people_(people),
      questions_(std::move(questions)),
      allow_unasked_(settings::ask_fallback(session.settings) == settings::Permit::allow),
      remembered_(session.places.state_home, this_session) {}

HostVerdict HostRules::judge(const std::string& place) const {
    if (const auto before = answered_.find(place); before != answered_.end()) return before->second;
    const policy::Decision decision = policy::decide_host(policy_, place);
    const policy::Reason& first = *std::ranges::max_element(decision.reasons, {}, &policy::Reason::verdict);
    HostVerdict verdict{.verdict = decision.verdict, .reason = first.message, .rule = first.rule};
    // A mode lets tools pass, it opens no way out of the sandbox.
    const bool named = first.kind == policy::ReasonKind::rule || first.kind == policy::ReasonKind::network;
    if (decision.verdict == Verdict::allow && !named) verdict.verdict = Verdict::ask;
    if (verdict.verdict != Verdict::ask) return verdict;
    verdict.listing_helps = !named;
    if (!named) verdict.reason = "`" + place + "` is not on the list of allowed hosts";
    if (policy::never_asks(policy_)) verdict.verdict = Verdict::deny;
    if (verdict.verdict == Verdict::deny) return verdict;
    if (remembered_.holds(place))
        return {.verdict = Verdict::allow, .reason = "a person has allowed it before this run"};
    return verdict;
}

network::Withdraw HostRules::decide(const std::string& host, std::uint16_t port, const network::Decided& decided) {
    const std::string place = wire::endpoint(host, port);
    HostVerdict verdict = judge(place);
    if (verdict.verdict != Verdict::ask) {
        decided(std::move(verdict));
        return {};
    }
    const std::uint64_t asker = questions_->ask(
        people_.host_question(place, verdict.reason), approval::kLetItConnect, 0,
        [this, place, decided, verdict](const approval::Reply& reply) { decided(on_answer(place, verdict, reply)); });
    return [questions = questions_, asker] { questions->withdraw(asker); };
}

network::NameRules::Verdict HostRules::decide_name(const policy::HostName& name,
                                                   const std::vector<std::uint16_t>& ports) const {
    network::NameRules::Verdict out;
    for (const std::uint16_t port : ports) {
        const HostVerdict verdict = judge(wire::endpoint(name.text, port));
        const bool asked = verdict.verdict == Verdict::ask && (allow_unasked_ || approval::has_terminal());
        if (asked || verdict.verdict == Verdict::allow) out.ports.push_back(port);
    }
    if (out.ports.empty()) out.why = judge(name.text);
    return out;
}

std::optional<std::string> HostRules::objection(const policy::HostName& host, const policy::Address& address,
                                                std::uint16_t port) const {
    // Who was asked about that very address has seen what it is. What a name leads to, nobody has.
    const bool plain = host.kind != policy::HostKind::name || host.text == "localhost";
    if (plain && has_consent(wire::endpoint(host.text, port))) return std::nullopt;
    if (!own_addresses_) own_addresses_ = network::own_addresses();
    if (!own_addresses_) return "the addresses of this machine cannot be found out, to tell them from others";
    return policy::dial_objection(policy_, host, address, port, *own_addresses_);
}

bool HostRules::has_consent(const std::string& place) const {
    const auto answer = answered_.find(place);
    return answer != answered_.end() ? answer->second.verdict == Verdict::allow : remembered_.holds(place);
}

HostVerdict HostRules::on_answer(const std::string& place, HostVerdict verdict, const approval::Reply& reply) {
    const bool nobody = reply.kind == approval::Reply::Kind::nobody;
    const bool yes = reply.kind == approval::Reply::Kind::allowed || (nobody && allow_unasked_);
    verdict.verdict = yes ? Verdict::allow : Verdict::deny;
    verdict.listing_helps = nobody && verdict.listing_helps;
    if (!yes && !nobody) verdict.reason += "; " + approval::refusal_text(reply);
    if (!nobody) answered_.insert_or_assign(place, verdict);
    if (const Status kept = yes && !nobody ? remembered_.remember(place, reply.lasting) : Status(); !kept) {
        people_.tell_weaknesses({"the answer holds for this run only: " + kept.error().what});
    }
    return verdict;
}

}  // namespace postern::app
