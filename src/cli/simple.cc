// The commands that need no settings.
#include "cli/commands.h"
#include "cli/terminal.h"

namespace postern::cli {

int run_version(const Parsed&) {
    return print("postern " POSTERN_VERSION "\n", 0);
}

int run_completion(const Parsed&) {
    return print(bash_completion(), 0);
}

int run_run(const Parsed&) {
    return report({Errc::unsupported, "this build judges commands and cannot run them; nothing was run", {}});
}

}  // namespace postern::cli
