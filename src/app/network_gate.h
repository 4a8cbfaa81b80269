// The gate of one run: its ways in and out, and what the rules and people say about a host.
#pragma once

#include "app/pipeline.h"
#include "approval/settle.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "network/upstream.h"
#include "run/run_plan.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace postern::app {

// What can fail is done before anything is started.
struct PreparedGate {
    struct ExposedPort {  // a port of this machine that leads into the sandbox
        std::uint16_t port;
        UniqueFd listener;
    };
    std::vector<ExposedPort> exposed{};
    network::Upstreams upstreams{};
};
// `environment`: NAME=value, of this machine.
[[nodiscard]] Result<PreparedGate> prepare_gate(const Session& session, const sandbox::Profile& profile,
                                                const std::vector<std::string>& environment);

// `sockets`: what postern-init handed out, see init_protocol.h. `report` must outlive the run; its connections are written
// there when the service ends.
[[nodiscard]] Result<run::Watched> gate_service(PreparedGate prepared, std::vector<UniqueFd> sockets,
                                                std::shared_ptr<approval::Approvals> approvals, run::LoopControl& desk,
                                                const Session& session, const People& people, RunReport& report);

}  // namespace postern::app
