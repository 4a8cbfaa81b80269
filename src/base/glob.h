// Patterns with `*` for any characters, and nothing else.
#pragma once

#include <string_view>

namespace postern {

// Does the whole text fit? Linear but for the retry after the last star.
[[nodiscard]] bool glob_match(std::string_view pattern, std::string_view text) noexcept;

}  // namespace postern
