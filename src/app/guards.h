// The guards of one run: whoever answers the calls that the sandbox's filters hand over.
#pragma once

#include "app/pipeline.h"
#include "approval/settle.h"
#include "base/unique_fd.h"
#include "run/run_plan.h"

#include <memory>
#include <vector>

namespace postern::app {

// `absent`: what may not come into being. `report` must outlive the run; what is refused while it lasts is added to it.
// `approvals` are attached to the loop for as long as one of the services holds them.
[[nodiscard]] run::Watched guard_service(UniqueFd listener, run::LoopControl& desk,
                                         std::shared_ptr<approval::Approvals> approvals, const Session& session,
                                         const People& people, std::vector<sandbox::Absent> absent, RunReport& report);

}  // namespace postern::app
