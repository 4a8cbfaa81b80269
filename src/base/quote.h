// Text that others wrote, made safe to show: on a terminal, or as a word of a command line.
#pragma once

#include <string>
#include <string_view>

namespace postern {

// One word as a shell would read it back: unchanged if it needs no quotes, else '...' or, if it has characters that
// are not to be shown as they are, $'...'.
std::string shell_quote(std::string_view word);

// The text with everything that could move the cursor, hide or reorder what a person sees written out as an escape:
// control characters (\n, \t, \x1b), bidirectional controls, zero-width and other invisible characters (\u202e), and
// bytes that are not UTF-8 (\xff). A backslash stays as it is: the result is for reading, not for parsing.
std::string printable(std::string_view text);

// The first byte that is not part of well-formed UTF-8, or npos.
std::size_t find_invalid_utf8(std::string_view text);

}  // namespace postern
