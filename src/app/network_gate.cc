#include "app/network_gate.h"

#include "network/authority.h"
#include "network/gate.h"
#include "policy/decide.h"
#include "policy/dialling.h"
#include "policy/reasons.h"
#include "settings/defaults.h"

#include <algorithm>
#include <map>
#include <utility>

namespace postern::app {
namespace {

using network::HostVerdict;
using policy::Verdict;

class HostRules {
public:
    HostRules(const Session& session, const People& people, std::shared_ptr<Questions> questions)
        : policy_(session.policy),
          people_(people),
          questions_(std::move(questions)),
          allow_unasked_(settings::ask_fallback(session.settings) == settings::AskFallback::allow) {}

    void decide(const std::string& host, std::uint16_t port, const network::Decided& decided) {
        const std::string place = network::endpoint(host, port);
        if (const auto before = answered_.find(place); before != answered_.end()) return decided(before->second);
        const policy::Decision decision = policy::decide_host(policy_, place);
        const policy::Reason& first = *std::ranges::max_element(decision.reasons, {}, &policy::Reason::verdict);
        HostVerdict verdict{.verdict = decision.verdict, .reason = first.message, .rule = first.rule};
        // A mode lets tools pass, it opens no way out of the sandbox.
        const bool named = first.kind == policy::ReasonKind::rule || first.kind == policy::ReasonKind::network;
        if (decision.verdict == Verdict::allow && !named) verdict.verdict = Verdict::ask;
        if (verdict.verdict != Verdict::ask) return decided(std::move(verdict));
        if (!named) verdict.reason = "`" + place + "` is not on the list of allowed hosts";
        if (policy::never_asks(policy_)) return decided({.verdict = Verdict::deny, .reason = verdict.reason});
        questions_->ask(people_.host_question(place, verdict.reason), approval::kLetItConnect, 0,
                        [this, place, decided, verdict](const approval::Reply& reply) {
                            decided(on_answer(place, verdict, reply));
                        });
    }

private:
    HostVerdict on_answer(const std::string& place, HostVerdict verdict, const approval::Reply& reply) {
        const bool nobody = reply.kind == approval::Reply::Kind::nobody;
        const bool yes = reply.kind == approval::Reply::Kind::allowed || (nobody && allow_unasked_);
        verdict.verdict = yes ? Verdict::allow : Verdict::deny;
        if (!yes && !nobody) verdict.reason += "; " + approval::refusal_text(reply);
        if (!nobody) answered_.insert_or_assign(place, verdict);
        return verdict;
    }

    const policy::Policy& policy_;
    const People& people_;
    std::shared_ptr<Questions> questions_;
    bool allow_unasked_;
    std::map<std::string, HostVerdict> answered_;
};

struct Served {
    HostRules rules;
    network::Gate gate;
    RunReport& report;

    Served(UniqueFd listener, const policy::Policy& policy, HostRules host_rules, network::Upstreams upstreams,
           RunReport& into)
        : rules(std::move(host_rules)),
          gate(std::move(listener),
               {.decide = [this](const std::string& host, std::uint16_t port,
                                 const network::Decided& decided) { rules.decide(host, port, decided); },
                .objection = [&policy](
                                 const policy::HostName& host, const policy::Address& address,
                                 std::uint16_t port) { return policy::dial_objection(policy, host, address, port); },
                .upstreams = std::move(upstreams)}),
          report(into) {}
    ~Served() { report.connections = gate.passages(); }
    Served(const Served&) = delete;
    Served& operator=(const Served&) = delete;
};

}  // namespace

run::Service gate_service(UniqueFd listener, std::shared_ptr<Questions> questions, const Session& session,
                          const People& people, network::Upstreams upstreams, RunReport& report) {
    const auto served =
        std::make_shared<Served>(std::move(listener), session.policy, HostRules(session, people, std::move(questions)),
                                 std::move(upstreams), report);
    return {served->gate.fd(), [served] {
                served->gate.serve();
                return true;
            }};
}

}  // namespace postern::app
