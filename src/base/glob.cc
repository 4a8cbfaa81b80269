#include "base/glob.h"

namespace postern {

bool glob_match(std::string_view pattern, std::string_view text) noexcept {
    // Most pairs differ at one of their ends, and that is quickly seen.
    const auto ends_differ = [](char in_pattern, char in_text) { return in_pattern != '*' && in_pattern != in_text; };
    if (!pattern.empty() && !text.empty() &&
        (ends_differ(pattern.front(), text.front()) || ends_differ(pattern.back(), text.back()))) {
        return false;
    }
    std::size_t p = 0;
    std::size_t t = 0;
    std::size_t star = std::string_view::npos;
    std::size_t mark = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            mark = t;
        } else if (p < pattern.size() && pattern[p] == text[t]) {
            ++p;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++mark;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

}  // namespace postern
