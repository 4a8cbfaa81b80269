// Patterns with `*` for any characters, and nothing else.
#pragma once

#include <string_view>

namespace postern {

// Linear but for the retry after the last star.
[[nodiscard]] bool glob_match_whole(std::string_view pattern, std::string_view text) noexcept;

// Does the whole text fit? Most pairs differ at one of their ends, and that is quickly seen.
[[nodiscard]] inline bool glob_match(std::string_view pattern, std::string_view text) noexcept {
    const auto differ = [](char in_pattern, char in_text) { return in_pattern != '*' && in_pattern != in_text; };
    if (!pattern.empty() && !text.empty() &&
        (differ(pattern.front(), text.front()) || differ(pattern.back(), text.back()))) {
        return false;
    }
    return glob_match_whole(pattern, text);
}

}  // namespace postern
