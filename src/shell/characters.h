// Character classes of the shell's grammar. Only space, tab and newline separate words: carriage return, no-break space
// and the like are ordinary characters to bash.
#pragma once

#include "base/ascii.h"

namespace postern::shell {

constexpr bool is_blank(int c) noexcept {
    return c == ' ' || c == '\t';
}
constexpr bool is_name_start(int c) noexcept {
    return is_letter(c) || c == '_';
}
constexpr bool is_name_char(int c) noexcept {
    return is_name_start(c) || is_digit(c);
}
constexpr bool is_metacharacter(int c) noexcept {
    return is_blank(c) || c == '\n' || c == ';' || c == '&' || c == '|' || c == '<' || c == '>' || c == '(' || c == ')';
}

}  // namespace postern::shell
