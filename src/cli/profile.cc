// postern profile: what the sandbox would be.
#include "app/run.h"
#include "backend/backend.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/request.h"
#include "cli/sandbox_options.h"

#include <algorithm>

namespace postern::cli {

Result<int> run_profile(const Parsed& options) {
    const auto names = backend::backend_names();
    const std::string name = options.value(Opt::backend).value_or(std::string(names.front()));
    if (std::ranges::find(names, name) == names.end()) {
        std::string known;
        for (const std::string_view one : names) known += (known.empty() ? "" : " or ") + std::string(one);
        return fail(Errc::invalid, known + ", not '" + name + '\'', "--backend");
    }
    const auto spec = spec_options(options);
    if (!spec) return tl::unexpected(spec.error());
    const auto session = open_session(options);
    if (!session) return tl::unexpected(session.error());
    const auto planned = app::plan_profile(*session, *spec);
    if (!planned) return tl::unexpected(planned.error());
    const auto backend = backend::backend_named(name, planned->facts);
    const auto shown =
        backend->show(planned->profile, options.has(Opt::json) ? backend::Form::json : backend::Form::text);
    if (!shown) return tl::unexpected(shown.error());
    return print(*shown, 0);
}

}  // namespace postern::cli
