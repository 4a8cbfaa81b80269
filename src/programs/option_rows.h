// What the row of an option tells about a call that has it.
#pragma once

#include "programs/row.h"

#include <string_view>

namespace postern::programs {

// Returns the name of the option that is written in full or begins like this.
[[nodiscard]] std::string_view full_name(const OptionRow& option, std::string_view written);

[[nodiscard]] bool may_bring_code(const OptionRow& option);

// Returns true for an option without a value with which something runs that no word names.
[[nodiscard]] bool may_run_unnamed(const OptionRow& option);

// Returns an option that begins like this and can bring code, though as far as the book knows nothing is abbreviated; null
// if there is none.
[[nodiscard]] const OptionRow* find_code_beginning(const Row& row, std::string_view written);

}  // namespace postern::programs
