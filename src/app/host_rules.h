// Answers of the rules and the approvers about a host that a command wants to reach.
#pragma once

#include "approval/settle.h"
#include "network/connection_record.h"
#include "network/name_server.h"
#include "policy/policy.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace postern::app {

class HostRules {
public:
    // Policy and approvals outlive this object.
    HostRules(const policy::Policy& policy, approval::Approvals& approvals) : policy_(policy), approvals_(approvals) {}

    network::Withdraw decide(const std::string& host, std::uint16_t port, const network::Decided& decided);
    // Returns those ports at which a connection could be let through, if only after a question. Asks nobody, because
    // there is no connection yet.
    [[nodiscard]] network::NameRules::Verdict decide_name(const policy::HostName& name,
                                                          const std::vector<std::uint16_t>& ports) const;

    // Returns why a host that was let through may not be dialled at this address, or nullopt if it may.
    [[nodiscard]] std::optional<std::string> objection(const policy::HostName& host, const policy::Address& address,
                                                       std::uint16_t port) const;

private:
    // Returns the verdict of the rules and of earlier answers, or `ask` if somebody would have to be asked now.
    [[nodiscard]] network::HostVerdict judge(const std::string& place) const;
    [[nodiscard]] approval::Question query_for(const std::string& place, const std::string& why) const;
    [[nodiscard]] static network::HostVerdict with_answer(network::HostVerdict verdict, const approval::Answer& answer);

    const policy::Policy& policy_;
    approval::Approvals& approvals_;
    mutable std::optional<std::vector<policy::Address>> own_addresses_{};  // of this machine, once they are needed
};

}  // namespace postern::app
