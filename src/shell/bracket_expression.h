// Finds the end of a bracket expression, `[a-z]`, in a regular expression of awk or sed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace postern::shell {

// Returns the index of the `]` that closes the bracket opened at text[open], or npos if the line has none. Of the ways
// in which implementations read brackets this is the one that ends last: a `]` in front and one behind a backslash are
// ordinary characters, and `[:alpha:]` is one element.
[[nodiscard]] inline std::size_t bracket_end(std::string_view text, std::size_t open) {
    std::size_t i = open + 1;
    if (i < text.size() && text[i] == '^') ++i;
    if (i < text.size() && text[i] == ']') ++i;
    for (; i < text.size() && text[i] != '\n'; ++i) {
        if (text[i] == ']') return i;
        const char next = i + 1 < text.size() ? text[i + 1] : '\0';
        if (text[i] == '\\' && next != '\n') ++i;
        if (text[i] == '[' && (next == ':' || next == '.' || next == '=')) {
            const std::size_t end = text.find(std::string{next, ']'}, i + 2);
            if (end == std::string_view::npos) return end;
            i = end + 1;
        }
    }
    return std::string_view::npos;
}

// Returns whether all implementations agree that the expression does not end inside this bracket. If it holds the
// delimiter once, those that do not look at brackets end the expression there, and then refuse the program because the
// bracket is not closed.
[[nodiscard]] inline bool keeps_delimiter(std::string_view bracket, char delimiter) {
    std::string rest;  // without escaped delimiters, which are ordinary characters to all
    for (std::size_t i = 0; i < bracket.size(); ++i) {
        const bool escape = bracket[i] == '\\' && i + 1 < bracket.size();
        if (escape && bracket[i + 1] == delimiter) {
            ++i;
            continue;
        }
        rest += bracket[i];
        if (escape) rest += bracket[++i];
    }
    const std::size_t first = rest.find(delimiter);
    if (first == std::string::npos) return true;
    const std::size_t begin = rest.starts_with('^') ? 1 : 0;
    return rest.find(']') != begin && rest.find_first_of("[\\\"#{}\n") == std::string::npos &&
           rest.find(delimiter, first + 1) == std::string::npos;
}

}  // namespace postern::shell
