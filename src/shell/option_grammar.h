// Reads a command line as its program would: which words are options, which of them take a value, where the operands
// begin.
//
// Readers written by hand use this scanner; the book of programs has one of its own (programs/reading.h). It handles
// getopt clusters (`-euxc`), glued values (`-ofile`) and long options with GNU abbreviation (`--sig 9`). Words known only
// at run time are reported, not guessed.
#pragma once

#include "base/text.h"
#include "shell/analysis.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace postern::shell {

using postern::for_each_name;
using postern::listed;

inline constexpr std::uint8_t kAnyNumber = 255;

struct Grammar {
    // Short options as for getopt: "a" alone, "b:" with a value, "c::" with a value only if it is glued, "d#" with
    // glued digits or none.
    std::string_view shorts = {};
    // Long options, separated by blanks: "all" alone, "chdir=" with a value, "color=?" only after an equals sign,
    // "bind==" two values.
    std::string_view longs = {};
    // Options after which all words are operands (python's `-c` and `-m`), separated by blanks.
    std::string_view ends = {};
    // Number of operands that options may follow: 0 stops at the first operand, kAnyNumber permutes.
    std::uint8_t free_operands = 0;
    bool single_dash = false;  // long names may have one dash: `gcc -wrapper`, `go test -exec`
    bool numbers = false;      // `-5` is an option: nice, head
    bool plus = false;         // `+x` is an option too: shells
    bool bundle = false;       // the first word is a cluster even without a dash: tar, ar
    bool exact = false;        // only whole long names: the program does not abbreviate
};

struct Option {
    std::string_view name;  // as spelled in the grammar; an option that is not there, as written without dashes
    bool known = false;
    bool has_value = false;
    Word value;
    std::size_t index = 0;  // of the word that holds the option
};

struct Scan {
    std::vector<Option> options;
    std::vector<std::size_t> operands;  // indexes of words; once options have ended, all that remain
    std::vector<std::size_t> unsure;    // words in option position that may or may not be options at run time
    std::size_t after_dashes = 0;       // index of the word after `--`; 0 if there is none
};

// Reads words[begin…] in linear time.
[[nodiscard]] Scan scan(const Grammar& grammar, std::span<const Word> words, std::size_t begin = 1);

// Returns the first option that is one of `names`, or null.
[[nodiscard]] const Option* find_option(const Scan& scan, std::string_view names) noexcept;

}  // namespace postern::shell
