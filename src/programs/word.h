// One word of a command line, as far as its text is known.
#pragma once

#include <cstdint>
#include <string>

namespace postern::programs {

// Bytes [begin, end) of the analysed text. Anything found inside a string that is itself code (`sh -c '…'`, `eval`,
// `trap`) carries the span of the word that holds the string.
struct Span {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    bool operator==(const Span&) const = default;
};

// Placeholder in Word::text for each part whose value is known only at run time. Bash words cannot contain NUL.
inline constexpr char kHole = '\0';

// Reasons why a word is not literal; a set of bits.
enum Dynamic : std::uint8_t {
    kParameter = 1,     // $x, ${x…}, $1, $@
    kSubstitution = 2,  // $(…), `…`
    kArithmetic = 4,    // $((…)), $[…]
    kProcess = 8,       // <(…), >(…)
    kGlob = 16,         // unquoted * ? […] or an extended pattern: depends on the existing files
    kTilde = 32,        // ~user, ~+, ~-
    kBrace = 64,        // a brace expansion too large to write out
    kInput = 128,       // filled in by a wrapper: input of xargs, results of find
};

// Directory that a leading hole or `~` stands for, if the text says so plainly.
enum class Base : std::uint8_t { none, home, working_directory };

struct Word {
    std::string text{};  // after quote removal and brace expansion
    Span span{};
    std::uint8_t dynamic = 0;  // set of Dynamic; 0 means the text is exactly what the program gets
    bool splits = false;       // an unquoted expansion: may become no word, or several
    bool quoted = false;       // some part was quoted or escaped (so it is no reserved word, alias or tilde)
    Base base = Base::none;    // text[0] is `~` or a hole that stands for this directory, followed by "/…" or nothing

    [[nodiscard]] bool literal() const noexcept { return dynamic == 0; }
    // True if the beginning of the word is unknown, so the word may be an option.
    [[nodiscard]] bool starts_dynamic() const noexcept {
        return (!text.empty() && text.front() == kHole) || (text.empty() && dynamic != 0);
    }
    bool operator==(const Word&) const = default;
};

// Returns the word without its first characters.
[[nodiscard]] inline Word part_of(const Word& word, std::size_t from) {
    Word part = word;
    part.text.erase(0, from);
    if (from > 0) part.base = Base::none;
    return part;
}

}  // namespace postern::programs
