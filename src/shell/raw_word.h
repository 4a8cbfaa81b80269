// A word while it is being read: each character with how it was written, so that brace expansion, tilde and patterns
// can tell `{a,b}` from `"{a,b}"`. finish() turns it into the words bash would make of it.
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
    bool braces_inside = false;  // a `{` inside ${…}: bash's brace expansion, which comes first, counts it
    bool choice_inside = false;  // `{a,b}` inside ${…}, where quotes may or may not keep it from being expanded
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

// Which expansions bash performs after quotes: a command word or argument gets all, an assignment value no braces,
// patterns or splitting.
enum class Expand { all, tilde_only, nothing };

// `max_words` bounds brace expansion; beyond it the word becomes one hole (kBrace).
[[nodiscard]] std::vector<Word> finish(RawWord raw, Expand expand, std::size_t max_words);
[[nodiscard]] Word finish_single(RawWord raw, Expand expand);

}  // namespace postern::shell
