// Reads the command line of make. The makefile is opaque like a script, but options and variables of the line can bring
// code of their own: each variable, in the environment too, is text that make expands and recipes hand to a shell.
#pragma once

#include "shell/invocation.h"

namespace postern::shell {

void unwrap_make(Invocation& call);

}  // namespace postern::shell
