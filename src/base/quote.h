// Makes text from others safe to show on a terminal or as a word of a command line.
#pragma once

#include <string>
#include <string_view>

namespace postern {

// Returns the word as it must be written in a shell: unchanged if it needs no quotes, else in '...', or in $'...' if
// it has characters that `printable` escapes.
std::string shell_quote(std::string_view word);

// Returns the text with every character escaped that could move the cursor or mislead a reader: control characters
// (\n, \t, \x1b), bidirectional controls (\u202e), zero-width and other invisible characters, and bytes that are not
// UTF-8 (\xff). A backslash stays as it is, because the result is for reading, not for parsing.
std::string printable(std::string_view text);

// Returns the offset of the first byte that is not part of well-formed UTF-8, or npos.
std::size_t find_invalid_utf8(std::string_view text);

}  // namespace postern
