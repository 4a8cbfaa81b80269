// The guards of one run: whoever answers the calls that the sandbox's filters hand over.
#pragma once

#include "app/pipeline.h"
#include "app/questions.h"
#include "base/unique_fd.h"
#include "run/run_plan.h"

#include <memory>
#include <vector>

namespace postern::app {

// `absent`: what may not come into being. `report` must outlive the run; what is refused while it lasts is added to it.
[[nodiscard]] run::Watched guard_service(UniqueFd listener, run::LoopControl& desk,
                                         std::shared_ptr<Questions> questions, const Session& session,
                                         const People& people, std::vector<sandbox::Absent> absent, RunReport& report);

}  // namespace postern::app
