// git: the tool with the most ways to make it run another program.
#pragma once

#include "shell/invocation.h"

#include <string_view>

namespace postern::shell {

void unwrap_git(Invocation& call);

// Does this configuration key name a program, or a place git takes programs from? Keys are compared as git does: section
// and variable without regard to case.
[[nodiscard]] bool git_key_runs(std::string_view key);

}  // namespace postern::shell
