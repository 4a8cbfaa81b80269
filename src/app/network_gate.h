// Sets up the gate of one run: its listeners, its upstream proxies, and the rules about hosts.
#pragma once

#include "app/pipeline.h"
#include "app/questions.h"
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

// The parts of the gate that are made before the command starts, because they can fail.
struct PreparedGate {
    struct ExposedPort {  // a port of this machine that leads into the sandbox
        std::uint16_t port;
        UniqueFd listener;
    };
    std::vector<ExposedPort> exposed{};
    network::Upstreams upstreams{};
};
// `environment` is that of this process, as NAME=value.
[[nodiscard]] Result<PreparedGate> prepare_gate(const Session& session, const sandbox::Profile& profile,
                                                const std::vector<std::string>& environment);

// Starts the gate on the sockets from postern-init (see init_protocol.h). `report` must outlive the run: the gate
// writes its connections there when it ends.
[[nodiscard]] Result<run::Watched> gate_service(PreparedGate prepared, std::vector<UniqueFd> sockets,
                                                std::shared_ptr<Questions> questions, run::LoopControl& desk,
                                                const Session& session, const People& people, RunReport& report);

}  // namespace postern::app
