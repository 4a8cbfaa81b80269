// Letters of ASCII made small, whatever the locale is; all other bytes stay.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace postern {

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
