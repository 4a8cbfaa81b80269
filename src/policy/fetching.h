// Programs that bring what another machine sends.
#pragma once

#include "shell/analysis.h"

namespace postern::policy {

// Tells whether the command prints or stores what another machine sends.
[[nodiscard]] bool fetches(const shell::Command& command);
// Tells whether it stores that under the end of the address, unless an option names a file.
[[nodiscard]] bool stores_under_address(const shell::Command& command);

}  // namespace postern::policy
