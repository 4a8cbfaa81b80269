// Builtins of bash that take code, or text that bash itself evaluates, among their words.
#pragma once

#include "shell/invocation.h"

#include <string_view>

namespace postern::shell {

// Handles the command and returns true if its name is such a builtin.
bool unwrap_builtin(Invocation& call);

// Returns the contents of every `$(…)` and backtick pair in literal text that bash will expand once more.
[[nodiscard]] std::vector<std::string> substitutions_in(std::string_view text);

}  // namespace postern::shell
