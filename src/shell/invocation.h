// One simple command while it is being looked into: its words, and what has been found so far.
//
// The only writer of Unwrapped: the tables and the special cases of this folder report through it.
#pragma once

#include "shell/option_grammar.h"
#include "shell/unwrap.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace postern::shell {

struct Invocation {
    const Command& command;   // for redirections; its words may be more than `words`
    const Command* previous;  // what is piped into it, or null
    const std::vector<Word>& words;
    std::string name;  // of the program, without directory
    Unwrapped& found;

    void doubt(Doubt doubt, std::string what, const Word& at);
    void doubt(Doubt doubt, std::string what) { this->doubt(doubt, std::move(what), words.front()); }

    // The inner command is words[first…]; nothing if there are none.
    void run_from(std::size_t first, std::vector<Assignment> assignments = {});
    void run(std::vector<Word> inner, std::vector<Assignment> assignments = {});

    void code(const Word& text, PlaceKind place = PlaceKind::shell_code);
    // words[first…] joined by blanks, as a program does that hands them to a shell.
    void joined_code(std::size_t first, PlaceKind place = PlaceKind::shell_code);

    // A shell or interpreter that takes its program from standard input.
    void reads_code_from_input(bool shell);
};

// Without directory: "/usr/bin/env" → "env".
[[nodiscard]] std::string_view base_name(std::string_view path) noexcept;
// Without version: "python3.11" → "python", "gcc-12" → "gcc".
[[nodiscard]] std::string_view without_version(std::string_view name) noexcept;

[[nodiscard]] Word joined(const std::vector<Word>& words, std::size_t first, std::size_t last);
// NAME=VALUE with a valid name; a `what` for doubts: text with its unknown parts as `…`.
[[nodiscard]] bool is_assignment(const Word& word) noexcept;
[[nodiscard]] Assignment to_assignment(const Word& word);
[[nodiscard]] bool has_hole(std::string_view text) noexcept;
// May this word turn into several words, or none?
[[nodiscard]] bool may_split(const Word& word) noexcept;
// A path that begins with home or the working directory is no option, whatever it is.
[[nodiscard]] bool may_be_option(const Word& word) noexcept;
[[nodiscard]] Word literal_word(std::string text, Span span);

}  // namespace postern::shell
