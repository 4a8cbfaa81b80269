// postern init: writes first settings for a project, after the kind of files in its directory.
#include "settings/init.h"

#include "app/session.h"
#include "app/settings_file.h"
#include "base/quote.h"
#include "cli/commands.h"
#include "cli/output.h"

namespace postern::cli {

Result<int> run_init(const Parsed& options) {
    const auto places = app::find_places({.cwd = options.value(Opt::cwd).value_or(".")});
    if (!places) return tl::unexpected(places.error());
    const settings::Starter starter = settings::starter_settings(settings::read_facts(places->project));
    const auto replace = options.has(Opt::force) ? app::Replace::yes : app::Replace::no;
    const auto written = app::write_project_settings(places->project, starter.text, replace);
    if (!written) return tl::unexpected(written.error());
    if (options.has(Opt::quiet)) return 0;
    std::string out = "Wrote " + printable(written->text()) + '\n';
    for (const std::string& choice : starter.choices) out += "  " + printable(choice) + '\n';
    return print(out + "It counts from now on. What it opens, such as hosts, counts after: postern trust\n", 0);
}

}  // namespace postern::cli
