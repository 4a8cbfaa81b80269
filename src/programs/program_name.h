// The name of a program as the book may have it.
#pragma once

#include "programs/reading.h"

#include <string_view>

namespace postern::programs {

// Returns the name under which the book may have the program; empty if its name does not tell what it is.
[[nodiscard]] std::string_view program_of(const Word& word, ProgramPlaces places);

// Returns "gcc" for x86_64-linux-gnu-gcc: compilers for another machine are called so.
[[nodiscard]] std::string_view without_target(std::string_view name);

}  // namespace postern::programs
