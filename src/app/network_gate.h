// The gate of one run: its ways in and out, and what the rules and people say about a host.
#pragma once

#include "app/pipeline.h"
#include "app/questions.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "run/supervisor.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace postern::app {

// A port of this machine that leads into the sandbox. Taken before anything is started: it may be another's.
struct ExposedPort {
    std::uint16_t port;
    UniqueFd listener;
};
[[nodiscard]] Result<std::vector<ExposedPort>> expose(const std::vector<std::uint16_t>& ports);

struct GateParts {
    std::vector<UniqueFd> sockets;  // what postern-init handed out: see init_protocol.h
    std::vector<ExposedPort> exposed;
    std::shared_ptr<Questions> questions;
};

// `report` must outlive the run; its connections are written there when the service ends. Nothing: the sockets are not
// what they should be, or cannot be bound.
[[nodiscard]] std::optional<run::Service> gate_service(GateParts parts, run::Desk& desk, const Session& session,
                                                       const People& people, RunReport& report);

}  // namespace postern::app
