// Finds commands in the options of git, the tool with the most ways to run another program.
#pragma once

#include "shell/invocation.h"

#include <string_view>

namespace postern::shell {

void unwrap_git(Invocation& call);

// Returns true if this configuration key names a program, or a place where git finds programs. Case is ignored, as git
// does for section and variable.
[[nodiscard]] bool git_key_runs(std::string_view key);

}  // namespace postern::shell
