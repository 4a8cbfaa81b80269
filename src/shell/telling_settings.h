// Settings of the kind KEY=VALUE, and texts in small languages, that can make a program run another one. The book of
// programs says which option takes which kind; here is what gives such a value away.
#pragma once

#include <string_view>

namespace postern::shell {

// Returns true if settings of this kind can run something.
[[nodiscard]] bool has_telling_settings(std::string_view kind) noexcept;

// Returns true if a setting of this kind has a part that can run something. Letter case is ignored.
[[nodiscard]] bool tells_of_code(std::string_view kind, std::string_view setting);

// Returns true for languages in which no program can be started.
[[nodiscard]] bool starts_nothing(std::string_view language) noexcept;

}  // namespace postern::shell
