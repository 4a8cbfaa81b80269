// postern profile: what the sandbox would be.
#include "app/judgement_json.h"
#include "app/run.h"
#include "backend/backend.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/render.h"
#include "cli/request.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace postern::cli {

Result<int> run_profile(const Parsed& options) {
    const auto names = backend::backend_names();
    const auto name = options.value(Opt::backend);
    if (name && std::ranges::find(names, *name) == names.end()) {
        std::string known;
        for (const std::string_view one : names) known += (known.empty() ? "" : " or ") + std::string(one);
        return fail(Errc::invalid, known + ", not '" + *name + '\'', "--backend");
    }
    const auto spec = spec_options(options);
    if (!spec) return tl::unexpected(spec.error());
    const auto session = open_session(options);
    if (!session) return tl::unexpected(session.error());
    const auto planned = app::plan_profile(*session, *spec);
    if (!planned) return tl::unexpected(planned.error());
    const auto backend = !planned->sandboxed ? backend::no_sandbox()
                         : name              ? backend::backend_named(*name, planned->facts)
                                             : backend::sandbox_of(planned->facts);
    const auto shown =
        backend->show(planned->profile, options.has(Opt::json) ? backend::Form::json : backend::Form::text);
    if (!shown) return tl::unexpected(shown.error());
    if (!options.has(Opt::json)) return print(*shown + never_allowed_text(session->policy), 0);
    app::Json document = app::Json::parse(*shown, nullptr, false);
    if (!document.is_object()) return print(*shown, 0);
    document["neverAllowed"] = app::never_allowed_json(session->policy);
    return print(app::json_text(document, app::JsonLayout::indented), 0);
}

}  // namespace postern::cli
