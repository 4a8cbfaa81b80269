// Reads the switches of perl letter by letter, as perl does: several of them take text that perl puts into the program.
#pragma once

#include "shell/invocation.h"

namespace postern::shell {

void unwrap_perl(Invocation& call);

}  // namespace postern::shell
