// Reads commands from one line of text for tables of tests, and writes the result of unwrap() as one line to compare
// with.
//
//   'a b' one literal word     "$x" a quoted run-time word     $x an unquoted one     * and ? nothing special
//   A `$name` inside a longer word is a hole too.
#pragma once

#include "shell/unwrap.h"

#include <cctype>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace postern::shell {

inline std::vector<Word> words_of(std::string_view line) {
    std::vector<Word> words;
    Word word;
    bool open = false;
    char quote = '\0';
    for (std::size_t i = 0; i <= line.size(); ++i) {
        const char c = i < line.size() ? line[i] : ' ';
        if (quote == '\0' && c == ' ') {
            if (open) words.push_back(word);
            word = {};
            open = false;
            continue;
        }
        if (!open) word.span.begin = static_cast<std::uint32_t>(i);
        open = true;
        word.span.end = static_cast<std::uint32_t>(i + 1);
        if (quote != '\0' ? c == quote : c == '\'' || c == '"') {
            quote = quote != '\0' ? '\0' : c;
            word.quoted = true;
        } else if (c == '$' && quote != '\'' && i + 1 < line.size() &&
                   std::isalpha(static_cast<unsigned char>(line[i + 1])) != 0) {
            while (i + 1 < line.size() && std::isalnum(static_cast<unsigned char>(line[i + 1])) != 0) ++i;
            word.text += kHole;
            word.dynamic = static_cast<std::uint8_t>(word.dynamic | kParameter);
            word.splits = word.splits || quote == '\0';
            word.span.end = static_cast<std::uint32_t>(i + 1);
        } else {
            word.text += c;
        }
    }
    return words;
}

inline Command command_of(std::string_view line) {
    Command command;
    command.words = words_of(line);
    command.span = {0, static_cast<std::uint32_t>(line.size())};
    return command;
}

inline std::string shown(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == kHole)
            out += "<>";
        else if (c == '\n')
            out += "\\n";
        else
            out += c;
    }
    return out;
}

inline std::string shown(const std::vector<Word>& words) {
    std::string out;
    for (const Word& word : words) {
        if (!out.empty()) out += ' ';
        out += word.text.find(' ') == std::string::npos ? shown(word.text) : "'" + shown(word.text) + "'";
    }
    return out;
}

// Shows [command] {code} (doubt), each as often as found, then `carries`.
inline std::string shown(const Unwrapped& found) {
    std::string out;
    const auto add = [&](std::string part) { out += (out.empty() ? "" : " ") + std::move(part); };
    for (const InnerCommand& inner : found.commands) {
        std::string assignments;
        for (const Assignment& a : inner.assignments) assignments += a.name + "=" + shown(a.value.text) + " ";
        add("[" + assignments + shown(inner.words) + "]");
    }
    for (const InnerCode& code : found.code) add("{" + shown(code.text) + "}");
    for (const InnerDoubt& doubt : found.doubts) add("(" + std::string(to_string(doubt.doubt)) + ")");
    if (found.only_carries) add("carries");
    return out;
}

inline std::string unwrapped(std::string_view line) {
    return shown(unwrap(command_of(line), nullptr));
}

}  // namespace postern::shell
