// A person asked on the controlling terminal.
#pragma once

#include <string_view>

namespace postern::approval {

enum class Reply { refused, allowed, nobody };  // nobody: there is no terminal, or it is not ours to use now

// `question` is one or more lines, already printable. Only a typed "y" or "yes" allows.
[[nodiscard]] Reply ask_on_terminal(std::string_view question);

}  // namespace postern::approval
