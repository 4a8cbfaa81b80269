// Decides about hosts that a command wants to reach, by the rules and by the answers of people.
#pragma once

#include "app/guards.h"
#include "app/questions.h"
#include "app/remembered_hosts.h"
#include "network/connection_record.h"
#include "network/name_server.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace postern::app {

class HostRules {
public:
    HostRules(const ServiceContext& context, std::shared_ptr<Questions> questions);

    network::Withdraw decide(const std::string& host, std::uint16_t port, const network::Decided& decided);
    // Returns the ports at which a connection to the name may be allowed, perhaps after a question. Used before there
    // is a connection.
    [[nodiscard]] network::NameRules::Verdict decide_name(const policy::HostName& name,
                                                          const std::vector<std::uint16_t>& ports) const;

    // Returns why an address of an allowed host may not be connected to, or nullopt if it may.
    [[nodiscard]] std::optional<std::string> objection(const policy::HostName& host, const policy::Address& address,
                                                       std::uint16_t port) const;

private:
    // Decides without asking. Returns `ask` only if the settings permit a question.
    [[nodiscard]] network::HostVerdict judge(const std::string& place) const;
    [[nodiscard]] bool has_consent(const std::string& place) const;  // a person has allowed exactly this place
    [[nodiscard]] network::HostVerdict on_answer(const std::string& place, network::HostVerdict verdict,
                                                 const approval::Reply& reply);

    const ServiceContext& context_;
    const policy::Policy& policy_;
    std::shared_ptr<Questions> questions_;
    bool allow_unasked_;
    std::map<std::string, network::HostVerdict> answered_{};
    RememberedHosts remembered_;
    mutable std::optional<std::vector<policy::Address>> own_addresses_{};  // of this machine; read when first needed
};

}  // namespace postern::app
