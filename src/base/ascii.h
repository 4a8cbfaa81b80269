// Tests and conversions of ASCII letters and digits, independent of the locale.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace postern {

[[nodiscard]] constexpr bool is_digit(int c) noexcept {
    return c >= '0' && c <= '9';
}
[[nodiscard]] constexpr bool is_letter(int c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
[[nodiscard]] constexpr bool is_hex_digit(int c) noexcept {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// Converts A to Z and leaves all other bytes unchanged.
[[nodiscard]] inline std::string lower_case(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return out;
}

[[nodiscard]] inline bool equal_in_lower_case(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::ranges::equal(a, b, {}, lower, lower);
}

}  // namespace postern
