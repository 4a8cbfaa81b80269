// The commands that need no settings.
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/render.h"

#include <nlohmann/json.hpp>

namespace postern::cli {

Result<int> run_version(const Parsed& options) {
    if (!options.has(Opt::json)) return print("postern " POSTERN_VERSION "\n", 0);
    return print(app::json_text({{"version", 1}, {"postern", POSTERN_VERSION}}, app::JsonLayout::one_line), 0);
}

Result<int> run_completion(const Parsed&) {
    return print(bash_completion(), 0);
}

}  // namespace postern::cli
