// "Did you mean": the candidate that a misspelt word most likely stands for.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace postern {

// Case does not count; a transposition is one mistake. Nothing if no candidate is close enough to be worth naming.
std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace postern
