// The text a command finds on its standard input, where the command line itself says it: a here-document, a here-string,
// or `echo`, `printf` and `cat` in front of the pipe.
#pragma once

#include "shell/analysis.h"

#include <optional>
#include <string>

namespace postern::shell {

enum class InputFrom : std::uint8_t { inherited, text, file, elsewhere };

struct StandardInput {
    InputFrom from = InputFrom::inherited;
    bool known = false;  // `text` is all of it; parts known only at run time are holes
    Word text;           // of a redirection from a file: its name
};

[[nodiscard]] StandardInput standard_input(const Command& command, const Command* previous);

// What `printf FORMAT` writes for a format without conversions; nothing if an escape is not understood.
[[nodiscard]] std::optional<std::string> decoded_escapes(std::string_view format);

}  // namespace postern::shell
