// What the rules and people say about a host that a command wants to reach.
#pragma once

#include "app/pipeline.h"
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
    HostRules(const Session& session, const People& people, std::shared_ptr<Questions> questions);

    network::Withdraw decide(const std::string& host, std::uint16_t port, const network::Decided& decided);
    // Before there is a connection: at which of these ports could one be let through, if only after a question?
    [[nodiscard]] network::NameRules::Verdict decide_name(const policy::HostName& name,
                                                          const std::vector<std::uint16_t>& ports) const;

    // Why what was let through may not be dialled after all; nothing: it may.
    [[nodiscard]] std::optional<std::string> objection(const policy::HostName& host, const policy::Address& address,
                                                       std::uint16_t port) const;

private:
    // `ask` only if the settings let somebody be asked.
    [[nodiscard]] network::HostVerdict judge(const std::string& place) const;
    [[nodiscard]] bool has_consent(const std::string& place) const;  // of a person, to just that
    [[nodiscard]] network::HostVerdict on_answer(const std::string& place, network::HostVerdict verdict,
                                                 const approval::Reply& reply);

    const policy::Policy& policy_;
    const People& people_;
    std::shared_ptr<Questions> questions_;
    bool allow_unasked_;
    std::map<std::string, network::HostVerdict> answered_{};
    RememberedHosts remembered_;
    mutable std::optional<std::vector<policy::Address>> own_addresses_{};  // of this machine, once they are needed
};

}  // namespace postern::app
