// postern profile: what the sandbox would be.
#include "app/pipeline.h"
#include "backend/bwrap.h"
#include "backend/seatbelt.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/request.h"
#include "cli/sandbox_options.h"
#include "sandbox/profile_render.h"

#include <nlohmann/json.hpp>

namespace postern::cli {

int run_profile(const Parsed& options) {
    const std::string backend = options.value(Opt::backend).value_or("bwrap");
    if (backend != "bwrap" && backend != "seatbelt") {
        return report({Errc::invalid, "bwrap or seatbelt, not '" + backend + '\'', "--backend"});
    }
    const auto spec = spec_options(options);
    if (!spec) return report(spec.error());
    const auto session = open_session(options);
    if (!session) return report(session.error());
    const auto profile = app::profile_for(*session, *spec);
    if (!profile) return report(profile.error());

    const auto dumped = [](const nlohmann::ordered_json& json) {
        return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
    };
    if (backend == "bwrap") {
        if (!options.has(Opt::json)) return print(sandbox::profile_text(*profile), 0);
        auto json = sandbox::profile_json(*profile);
        json["bwrap"] = backend::bwrap_words(*profile);
        return print(dumped(json), 0);
    }
    const auto seatbelt = backend::seatbelt_profile(*profile);
    if (!seatbelt) return report(seatbelt.error());
    nlohmann::ordered_json parameters = nlohmann::ordered_json::object();
    std::string listed;
    for (const auto& [name, value] : seatbelt->parameters) {
        parameters[name] = value;
        listed += "; " + name + " = " + value + '\n';
    }
    if (!options.has(Opt::json)) return print(seatbelt->text + listed, 0);
    return print(dumped({{"version", 1}, {"profile", seatbelt->text}, {"parameters", parameters}}), 0);
}

}  // namespace postern::cli
