#include "backend/landlock.h"

#include "backend/init_launch.h"
#include "sandbox/profile_render.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace postern::backend {

Result<LaunchPlan> LandlockBackend::plan(PlanRequest request) const {
    // A profile for mounts would leave open what only mounts can hold.
    if (!request.profile.without_namespaces) return fail(Errc::internal, "this profile needs namespaces");
    // Without a listener nothing keeps modes of files outside the writable roots from being changed.
    if (!facts_.sandbox.exec_guard) return fail(Errc::unsupported, facts_.sandbox.reason);
    auto init = init_launch(facts_, request);
    if (!init) return tl::unexpected<Error>(std::move(init.error()));
    LaunchPlan plan = std::move(init->plan);
    plan.file = std::move(init->file);
    plan.argv = {"postern-init"};
    for (std::string& word : init->words) plan.argv.push_back(std::move(word));
    return plan;
}

Result<std::string> LandlockBackend::show(const sandbox::Profile& profile, Form form) const {
    if (form == Form::text) return sandbox::profile_text(profile);
    auto json = sandbox::profile_json(profile);
    json["postern-init"] = init_words(profile);
    return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

}  // namespace postern::backend
