// Unwraps programs whose arguments are another command: env, timeout, sudo, ssh, docker exec, npx …
//
// Which programs these are, and where their command begins, is told by the roles `cmd`, `sh` and `S` in the book of
// programs. To add a wrapper, add a row there.
#pragma once

#include "programs/reading.h"
#include "shell/invocation.h"

#include <vector>

namespace postern::shell {

// Unwraps the call if the book has a row for it that runs a command in its words. Returns false if there is none.
bool unwrap_wrapper(Invocation& call);

// Returns where the command inside the call begins: its first word, or the first text for a shell. Null if there is none.
[[nodiscard]] const programs::WordUse* inner_command(const programs::Reading& reading);

// Returns the assignments before that command.
[[nodiscard]] std::vector<Assignment> assignments_of(const programs::Reading& reading);

// Unwraps text for a shell that options give in place of the command. Returns true if there is any.
bool unwrap_option_code(Invocation& call, const programs::Reading& reading);

// Raises doubts for words before the command that could move it: options that are not known, words that may become
// options, none or several.
void report_unsure(Invocation& call, const programs::Reading& reading);

}  // namespace postern::shell
