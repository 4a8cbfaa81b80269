// Shells: where their code comes from. Other interpreters are in interpreters.h.
#pragma once

#include "shell/invocation.h"

#include <string_view>

namespace postern::shell {

[[nodiscard]] bool is_shell(std::string_view name) noexcept;
void unwrap_shell(Invocation& call);

void unwrap_fish(Invocation& call);

// Is this text read alike by bash and by the shells that differ from it (zsh, ksh, fish, csh)?
[[nodiscard]] bool means_the_same_everywhere(std::string_view code) noexcept;

// A script operand that is not a file one could look at: known only at run time, a descriptor, a process substitution.
[[nodiscard]] bool is_hidden_script(const Word& word) noexcept;

}  // namespace postern::shell
