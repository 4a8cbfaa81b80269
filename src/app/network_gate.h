// The gate of one run: what the rules and people say about a host.
#pragma once

#include "app/pipeline.h"
#include "app/questions.h"
#include "base/unique_fd.h"
#include "network/upstream.h"
#include "run/supervisor.h"

#include <memory>

namespace postern::app {

// `report` must outlive the run; its connections are written there when the service ends.
[[nodiscard]] run::Service gate_service(UniqueFd listener, std::shared_ptr<Questions> questions, const Session& session,
                                        const People& people, network::Upstreams upstreams, RunReport& report);

}  // namespace postern::app
