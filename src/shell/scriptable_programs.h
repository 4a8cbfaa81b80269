// Programs with a small language of their own that can start other programs: awk, sed, editors, debuggers, database
// clients, make.
#pragma once

#include "shell/invocation.h"

namespace postern::shell {

// Handles the command if it is such a program; says whether it was.
bool unwrap_scriptable(Invocation& call);

}  // namespace postern::shell
