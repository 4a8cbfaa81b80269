// Finds out where interpreters get their code from. A script file is opaque and raises no doubt; code in an option, on
// standard input or in a file known only at run time raises one.
//
// Interpreters are the programs that the book gives a file of code or code on standard input.
#pragma once

#include "programs/reading.h"
#include "shell/invocation.h"

#include <string_view>

namespace postern::shell {

// Returns whether the program of this name runs code from a file that its arguments may name.
[[nodiscard]] bool is_interpreter(std::string_view name);

// Handles the command and returns true if it is an interpreter, an editor, a debugger or a database client.
bool unwrap_interpreter(Invocation& call, const programs::Reading& reading);

}  // namespace postern::shell
