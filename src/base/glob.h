// Patterns in which `*` stands for any characters. There are no other special characters.
#pragma once

#include <string_view>

namespace postern {

// Goes back to no star but the last, so the time is at most the product of the two lengths.
[[nodiscard]] bool glob_match_whole(std::string_view pattern, std::string_view text) noexcept;

// Tells whether the pattern matches the whole text. Compares both ends first, because most pairs differ there.
[[nodiscard]] inline bool glob_match(std::string_view pattern, std::string_view text) noexcept {
    const auto differ = [](char in_pattern, char in_text) { return in_pattern != '*' && in_pattern != in_text; };
    if (!pattern.empty() && !text.empty() &&
        (differ(pattern.front(), text.front()) || differ(pattern.back(), text.back()))) {
        return false;
    }
    return glob_match_whole(pattern, text);
}

}  // namespace postern
