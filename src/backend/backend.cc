#include "backend/backend.h"

#include "backend/bwrap.h"
#include "backend/landlock.h"
#include "backend/seatbelt.h"
#include "host/find_program.h"
#include "sandbox/profile_render.h"

#include <nlohmann/json.hpp>

#include <array>
#include <utility>

namespace postern::backend {
namespace {

// No sandbox: the command runs as it would without Postern. Only for a decision that lets it out.
class UnsandboxedBackend final : public Backend {
public:
    [[nodiscard]] Result<LaunchPlan> plan(PlanRequest request) const override;
    [[nodiscard]] Result<std::string> show(const sandbox::Profile& profile, Form form) const override;
};

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
    plan.start_error = found.error;
    plan.argv = std::move(request.program);
    return plan;
}

Result<std::string> UnsandboxedBackend::show(const sandbox::Profile& profile, Form form) const {
    if (form == Form::text) return sandbox::profile_text(profile);
    return sandbox::profile_json(profile).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

struct Named {
    std::string_view name;
    std::unique_ptr<Backend> (*make)(const host::Facts& facts);
};
constexpr auto kBackends = std::to_array<Named>({
    {"bwrap",
     [](const host::Facts& facts) -> std::unique_ptr<Backend> { return std::make_unique<BwrapBackend>(facts); }},
    {"seatbelt", [](const host::Facts&) -> std::unique_ptr<Backend> { return std::make_unique<SeatbeltBackend>(); }},
});

}  // namespace

std::unique_ptr<Backend> sandbox_of(const host::Facts& facts) {
    if (facts.sandbox.without_namespaces) return std::make_unique<LandlockBackend>(facts);
    return kBackends.front().make(facts);
}

std::unique_ptr<Backend> no_sandbox() {
    return std::make_unique<UnsandboxedBackend>();
}

std::vector<std::string_view> backend_names() {
    std::vector<std::string_view> out;
    out.reserve(kBackends.size());
    for (const Named& backend : kBackends) out.push_back(backend.name);
    return out;
}

std::unique_ptr<Backend> backend_named(std::string_view name, const host::Facts& facts) {
    for (const Named& backend : kBackends) {
        if (backend.name == name) return backend.make(facts);
    }
    return nullptr;
}

}  // namespace postern::backend
