#include "cli/interrupted.h"

#include "app/host.h"
#include "cli/output.h"
#include "cli/render.h"
#include "settings/places.h"

namespace postern::cli {

void finish_interrupted_runs(const Parsed& options) {
    const auto directory = app::working_directory(std::nullopt);
    if (!directory) return;  // the command reports this, if it needs the directory
    const auto places = settings::from_environment(*directory);
    if (!places) return;
    const auto findings = scrub::resume(places->state_home);
    if (!findings) {
        (void)report(findings.error(), OutputFormat::text);
        return;
    }
    if (options.has(Opt::quiet)) return;
    for (const scrub::Finding& finding : *findings) say("after an interrupted run: " + finding_text(finding));
}

}  // namespace postern::cli
