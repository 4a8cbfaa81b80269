// A word while it is being read. Each character keeps the way it was written, so that the expansion of braces, tildes
// and patterns can tell `{a,b}` from `"{a,b}"`. finish() turns it into the words bash would make of it.
#pragma once

#include "shell/analysis.h"

#include <string>
#include <string_view>
#include <vector>

namespace postern::shell {

enum class Mark : char {
    plain,       // an unquoted character
    quoted,      // a quoted or escaped character
    hole,        // a quoted expansion: exactly one word
    split_hole,  // an unquoted expansion: none, one or several words
};

struct RawWord {
    std::string text;
    std::vector<Mark> marks;   // one per character of text
    std::uint8_t dynamic = 0;  // set of Dynamic
    bool quoted = false;
    bool braces_inside = false;  // a `{` inside ${…}, which bash counts in the earlier brace expansion
    bool choice_inside = false;  // `{a,b}` inside ${…}, where quotes may or may not prevent expansion
    Base base = Base::none;      // of a hole at the very start
    Span span;

    void add(char c, Mark mark) {
        if (c == kHole) return add_hole(kParameter, mark == Mark::plain ? Mark::split_hole : Mark::hole);
        text += c;
        marks.push_back(mark);
    }
    void add(std::string_view s, Mark mark) {
        for (const char c : s) add(c, mark);
    }
    void add_hole(Dynamic why, Mark mark) {
        dynamic = static_cast<std::uint8_t>(dynamic | why);
        text += kHole;
        marks.push_back(mark);
    }
    [[nodiscard]] bool plain_literal() const noexcept { return dynamic == 0 && !quoted; }
};

// Expansions that bash performs after removing quotes. A command word or argument gets all; an assignment value gets no
// braces, patterns or splitting.
enum class Expand { all, tilde_only, nothing };

// Expands the word. If braces expand to more than `max_words` words, the result is one hole (kBrace).
[[nodiscard]] std::vector<Word> finish(RawWord raw, Expand expand, std::size_t max_words);
[[nodiscard]] Word finish_single(RawWord raw, Expand expand);

}  // namespace postern::shell
