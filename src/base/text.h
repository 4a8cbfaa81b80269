// Plain operations on text.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace postern {

[[nodiscard]] inline std::string_view trimmed(std::string_view text, std::string_view blanks = " \t") {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

// Every part between separators, empty ones too. A separator at the end closes the last part and begins none.
[[nodiscard]] inline std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(separator), text.size());
        parts.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

template <class Texts>
[[nodiscard]] std::string joined(const Texts& texts, std::string_view between = " ") {
    std::string out;
    bool first = true;
    for (const auto& text : texts) {
        if (!first) out += between;
        first = false;
        out += text;
    }
    return out;
}

}  // namespace postern
