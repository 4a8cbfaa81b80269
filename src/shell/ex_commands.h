// Reads commands of the line editors: those of vi and vim (`-c`, `+`), and scripts of ed.
//
// Only commands that save, leave, move, and change text in the buffer are read. Everything else can start programs or
// use other files in many spellings, so it is not plain.
#pragma once

#include <string_view>

namespace postern::shell {

// Returns true for commands of ex that start nothing and use no file but the one that is edited.
[[nodiscard]] bool is_plain_ex(std::string_view commands);

// Returns the same for the standard input of ed.
[[nodiscard]] bool is_plain_ed(std::string_view script);

}  // namespace postern::shell
