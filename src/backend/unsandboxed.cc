#include "backend/unsandboxed.h"

#include "host/find_program.h"

#include <utility>

namespace postern::backend {

Result<LaunchPlan> UnsandboxedBackend::plan(PlanRequest request) const {
    const sandbox::ResourceLimits& limits = request.profile.limits;
    if (limits.memory_bytes || limits.pids || limits.file_bytes || limits.cpu_seconds) {
        return fail(Errc::unsupported, "only a time limit can be held outside the sandbox; nothing was run");
    }
    LaunchPlan plan;
    plan.reporting = Reporting::exit_status;
    plan.limits.timeout_ms = limits.timeout_ms;
    plan.directory = request.profile.cwd;
    for (const sandbox::Variable& variable : request.profile.environment)
        plan.env.push_back(variable.name + '=' + variable.value);
    auto found = host::find_program(request.program.front());
    plan.file = std::move(found.file);
    plan.cannot_start = found.error;
    plan.argv = std::move(request.program);
    return plan;
}

Result<std::string> UnsandboxedBackend::show(const sandbox::Profile&, Form) const {
    return fail(Errc::unsupported, "there is nothing to show of a command that runs outside the sandbox");
}

}  // namespace postern::backend
