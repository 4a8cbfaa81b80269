// The commands that need no settings.
#include "cli/commands.h"
#include "cli/output.h"

namespace postern::cli {

int run_version(const Parsed&) {
    return print("postern " POSTERN_VERSION "\n", 0);
}

int run_completion(const Parsed&) {
    return print(bash_completion(), 0);
}

}  // namespace postern::cli
