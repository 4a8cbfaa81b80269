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

// Returns true for an address from which code is fetched when it runs.
[[nodiscard]] bool is_remote_script(std::string_view text) noexcept;

}  // namespace postern::shell
