// Finds commands in programs with a small language of their own: awk, sed, editors, debuggers, database clients.
#pragma once

#include "shell/invocation.h"

namespace postern::shell {

// Handles the command and returns true if it is such a program.
bool unwrap_scriptable(Invocation& call);

}  // namespace postern::shell
