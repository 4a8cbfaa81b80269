// Names of programs as text.
#pragma once

#include <string_view>

namespace postern {

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
