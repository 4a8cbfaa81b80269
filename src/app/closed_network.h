// What the run says of a network that is closed: the names that were not resolved, the addresses that were not reached.
#pragma once

#include "app/guards.h"
#include "base/unique_fd.h"
#include "network/connection_log.h"
#include "network/name_server.h"
#include "policy/address.h"
#include "run/run_plan.h"

#include <cstdint>
#include <functional>
#include <string>

namespace postern::app {

// Rules of a name server that knows no name but this machine's own: each is said not to exist, at once. An unreachable
// server would look like a passing fault. `refused` is called for each name once.
[[nodiscard]] network::NameRules no_names(std::function<void(network::ConnectionRecord)> refused);

// The name of this machine, which programs inside look up too. Empty if it is no name of a host.
[[nodiscard]] std::string own_host_name();

// Serves the socket that postern-init handed out for names. `log` outlives the run.
[[nodiscard]] run::Watched closed_names_service(const ServiceContext& context, UniqueFd socket,
                                                network::ConnectionLog& log);

// The record of a connection to an address that no way leads to.
[[nodiscard]] network::ConnectionRecord unreached(const sandbox::Profile& profile, const policy::Address& address,
                                                  std::uint16_t port);

}  // namespace postern::app
