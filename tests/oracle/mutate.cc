// Quotes a text as one word, and makes random edits. Edits of valid scripts find cases that the grammar does not
// contain.
#include "generator.h"

#include <algorithm>

namespace postern::oracle {

namespace {

std::string single_quoted(std::string_view text) {
    std::string word = "'";
    for (const char c : text) {
        if (c == '\'') {
            word += "'\\''";
        } else {
            word += c;
        }
    }
    return word + "'";
}

std::string double_quoted(std::string_view text) {
    std::string word = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\' || c == '$' || c == '`') word += '\\';
        word += c;
    }
    return word + "\"";
}

std::string ansi_quoted(Rng& rng, std::string_view text) {
    constexpr char kDigits[] = "0123456789abcdef";
    std::string word = "$'";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\n') {
            word += "\\n";
        } else if (c == '\'' || c == '\\') {
            word += '\\';
            word += c;
        } else if (byte < 0x20 || byte == 0x7f || rng.one_in(12)) {
            word += "\\x";
            word += kDigits[byte >> 4];
            word += kDigits[byte & 15];
        } else {
            word += c;
        }
    }
    return word + "'";
}

std::string escaped(std::string_view text) {
    std::string word;
    for (const char c : text) {
        if (c == '\n') {
            word += "'\n'";
        } else {
            word += '\\';
            word += c;
        }
    }
    return word.empty() ? "''" : word;
}

// Tokens that mean something to the lexer, alone and next to similar ones.
constexpr std::string_view kTokens[] = {
    ";",     ";;",      ";&",      ";;&",    "&",     "&&",   "|",    "||",       "|&",     "(",
    ")",     "((",      "))",      "{ ",     " }",    "{",    "}",    "[[ ",      " ]]",    "[",
    "]",     "<",       ">",       "<<",     "<<-",   "<<<",  ">&",   "&>",       "<(",     ">(",
    "$(",    "$((",     "${",      "$[",     "$'",    "$\"",  "`",    "'",        "\"",     "\\",
    "\\\n",  "\n",      " ",       "\t",     "\r",    "\v",   "\x01", "\xc2\xa0", "#",      " #",
    "!",     "! ",      "=",       "+=",     "~",     "*",    "?",    "@",        "%",      "^",
    ",",     ":",       "-",       "+",      "$",     "$x",   "$@",   "if ",      "then ",  "else ",
    "fi",    "do ",     "done",    "case ",  "in ",   "esac", "for ", "while ",   "until ", "function ",
    "time ", "coproc ", "select ", "eval ",  "exec ", "E\n",  "<<E",  "'E'",      "x=",     "a=(",
    "a[",    "p1",      "p2 ",     "\np3\n", "; p4;", "|p5",  "&p6",  "$(p7)",    "`p8`",   "${u:-$(p9)}",
    "0",     "1",       "2>",      "{a,",    "..",    "@(",   "!(",   "\xff",     "\x7f",   "\xe2\x80\x8b",
};

std::size_t place(Rng& rng, const std::string& text) {
    return rng.below(text.size() + 1);
}

void edit_once(Rng& rng, std::string& text) {
    const std::size_t at = place(rng, text);
    switch (rng.below(8)) {
        case 0:
        case 1: text.insert(at, rng.pick(kTokens)); return;
        case 2: text.erase(std::min(at, text.size()), 1); return;
        case 3: text.erase(std::min(at, text.size()), 1 + rng.below(12)); return;
        case 4: text.insert(place(rng, text), text.substr(at, 1 + rng.below(16))); return;
        case 5:
            if (at + 1 < text.size()) std::swap(text[at], text[at + 1]);
            return;
        case 6: {
            const std::string part = text.substr(at, 1 + rng.below(8));
            text.erase(at, part.size());
            text.insert(place(rng, text), part);
            return;
        }
        default: {
            const std::string_view token = rng.pick(kTokens);
            text.replace(at, std::min(token.size(), text.size() - at), token);
            return;
        }
    }
}

}  // namespace

std::string quoted(Rng& rng, std::string_view text, bool posix) {
    switch (rng.below(posix ? 5 : 7)) {
        case 0:
        case 1:
        case 2: return single_quoted(text);
        case 3: return double_quoted(text);
        case 4: return rng.one_in(3) ? escaped(text) : single_quoted(text);
        default: return ansi_quoted(rng, text);
    }
}

std::string mutated(Rng& rng, std::string script) {
    const std::size_t edits = 1 + rng.below(rng.one_in(3) ? 4 : 2);
    for (std::size_t i = 0; i < edits; ++i) edit_once(rng, script);
    std::erase(script, '\0');
    return script;
}

}  // namespace postern::oracle
