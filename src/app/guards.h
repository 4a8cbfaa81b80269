// The guards of one run. They answer the calls that the sandbox's filters hand over.
#pragma once

#include "app/record.h"
#include "app/session.h"
#include "approval/settle.h"
#include "base/unique_fd.h"
#include "run/run_plan.h"

#include <memory>
#include <vector>

namespace postern::app {

// References that the guards and the gate of a run need. All of them outlive the run.
struct ServiceContext {
    const Session& session;
    const RunRecord& record;  // for its profile
    Events& events;
};

// `absent`: paths that may not come into being. `approvals` stay attached to the loop while a service holds them.
[[nodiscard]] run::Watched guard_service(const ServiceContext& context, UniqueFd listener, run::LoopControl& loop,
                                         std::shared_ptr<approval::Approvals> approvals,
                                         std::vector<sandbox::Absent> absent);

}  // namespace postern::app
