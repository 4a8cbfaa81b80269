// Finds the text on a command's standard input if the command line itself contains it: a here-document, a here-string,
// or `echo`, `printf` and `cat` in front of the pipe.
#pragma once

#include "shell/analysis.h"

#include <optional>
#include <string>

namespace postern::shell {

enum class InputFrom : std::uint8_t { inherited, text, file, elsewhere };

struct StandardInput {
    InputFrom from = InputFrom::inherited;
    bool known = false;  // `text` is all of the input; parts known only at run time are holes
    Word text;           // for a redirection from a file, its name
};

[[nodiscard]] StandardInput standard_input(const Command& command, const Command* previous);

// Returns the output of `printf FORMAT` for a format without conversions, or nullopt if an escape is not understood.
[[nodiscard]] std::optional<std::string> decoded_escapes(std::string_view format);

}  // namespace postern::shell
