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

// Calls `each` with every blank-separated name.
template <class Function>
constexpr void for_each_name(std::string_view names, Function each) {
    while (!names.empty()) {
        const std::size_t end = names.find(' ');
        if (end != 0) each(names.substr(0, end));
        if (end == std::string_view::npos) return;
        names.remove_prefix(end + 1);
    }
}

// Returns true if `name` is one of the blank-separated names.
[[nodiscard]] inline bool listed(std::string_view names, std::string_view name) noexcept {
    if (name.empty()) return false;
    for (std::size_t at = names.find(name); at != std::string_view::npos; at = names.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if ((at == 0 || names[at - 1] == ' ') && (end == names.size() || names[end] == ' ')) return true;
    }
    return false;
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

// Returns the part behind the last slash.
[[nodiscard]] inline std::string_view base_name(std::string_view path) noexcept {
    const std::size_t slash = path.find_last_of('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

// Returns "python" for "python3.11" and "clang" for "clang-14".
[[nodiscard]] inline std::string_view without_version(std::string_view name) noexcept {
    const std::size_t end = name.find_last_not_of("0123456789.");
    if (end == std::string_view::npos || end + 1 == name.size()) return name;
    name = name.substr(0, end + 1);
    return name.size() > 1 && name.back() == '-' ? name.substr(0, name.size() - 1) : name;
}

}  // namespace postern
