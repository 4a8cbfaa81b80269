// Finds the word for "did you mean".
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace postern {

// Returns the candidate with the fewest typing mistakes, or nullopt if none is close enough to be worth naming. Case
// does not count; two swapped letters are one mistake.
std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace postern
