// Finds out where shells get their code from. Other interpreters are in interpreters.h.
#pragma once

#include "shell/invocation.h"

#include <string_view>

namespace postern::shell {

[[nodiscard]] bool is_shell(std::string_view name) noexcept;
void unwrap_shell(Invocation& call);

void unwrap_fish(Invocation& call);

// Returns true if bash and the shells that differ from it (zsh, ksh, fish, csh) read this text alike.
[[nodiscard]] bool means_the_same_everywhere(std::string_view code) noexcept;

// Returns true for a script operand that is not a readable file: known only at run time, a descriptor, a process
// substitution.
[[nodiscard]] bool is_hidden_script(const Word& word) noexcept;

}  // namespace postern::shell
