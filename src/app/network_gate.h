// Sets up the gate of one run: its listeners, its upstream proxies, and the rules about hosts.
#pragma once

#include "app/guards.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "run/run_plan.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace postern::app {

// A port of this machine that leads into the sandbox.
struct ExposedPort {
    std::uint16_t port;
    UniqueFd listener;
};
// Takes the ports before anything is started, because another program may have one of them.
[[nodiscard]] Result<std::vector<ExposedPort>> open_exposed_ports(const sandbox::Profile& profile);

// `sockets`: those that postern-init handed out, see init_protocol.h. The log of connections becomes an event when the
// service ends.
[[nodiscard]] Result<run::Watched> gate_service(const ServiceContext& context, std::vector<UniqueFd> sockets,
                                                run::LoopControl& loop, std::shared_ptr<approval::Approvals> approvals,
                                                std::vector<ExposedPort> exposed);

}  // namespace postern::app
