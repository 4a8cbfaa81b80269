// The guards of one run. They answer the calls that the sandbox's filters hand over.
#pragma once

#include "app/record.h"
#include "app/session.h"
#include "approval/settle.h"
#include "base/unique_fd.h"
#include "guard/git_gate.h"
#include "guard/refused_writes.h"
#include "network/connection_log.h"
#include "run/run_plan.h"
#include "state/git_tips.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace postern::app {

// References that the guards and the gate of a run need. All of them outlive the run.
struct ServiceContext {
    const Session& session;
    const RunRecord& record;  // for its profile
    Events& events;
};

// Edges by which the guard of git reaches what the run keeps.
struct GitEdges {
    std::function<Result<state::Commits>(const AbsPath& git_directory)> own_tips;
    std::function<Status(const guard::Grant&)> keep;
};

// What the guards of a run count and note. Outlives the run.
struct GuardNotes {
    std::optional<std::uint64_t> creations{};  // calls that may make names; empty if these are not handed over
    guard::RefusedWriteLog writes{};
    network::ConnectionLog unreached{};  // names and addresses that no network leads to
};

// `absent`: paths that may not come into being. `approvals` stay attached to the loop while a service holds them.
[[nodiscard]] run::Watched guard_service(const ServiceContext& context, UniqueFd listener, run::LoopControl& loop,
                                         std::shared_ptr<approval::Approvals> approvals,
                                         std::vector<sandbox::Absent> absent, GitEdges git, GuardNotes& notes);

}  // namespace postern::app
