// State of one simple command while it is unwrapped: its words, and the findings so far.
//
// Invocation is the only writer of Unwrapped. The tables and special cases of this folder report through it.
#pragma once

#include "base/text.h"
#include "shell/option_grammar.h"
#include "shell/unwrap.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace postern::shell {

struct Invocation {
    const Command& command;   // for redirections; may have more words than `words`
    const Command* previous;  // the command piped into this one, or null
    const std::vector<Word>& words;
    std::string name;  // of the program, without directory
    Unwrapped& found;

    void doubt(Doubt doubt, std::string what, const Word& at);
    void doubt(Doubt doubt, std::string what) { this->doubt(doubt, std::move(what), words.front()); }

    // Reports words[first…] as the inner command, if there are any.
    void run_from(std::size_t first, std::vector<Assignment> assignments = {});
    void run(std::vector<Word> inner, std::vector<Assignment> assignments = {});

    void code(const Word& text, PlaceKind place = PlaceKind::shell_code);
    // Reports words[first…] joined by blanks as code, for a program that passes them to a shell in this way.
    void joined_code(std::size_t first, PlaceKind place = PlaceKind::shell_code);

    // Handles a shell or interpreter that reads its program from standard input.
    void reads_code_from_input(bool shell);
};

[[nodiscard]] Word joined(const std::vector<Word>& words, std::size_t first, std::size_t last);
// Returns true for NAME=VALUE with a name known in full.
[[nodiscard]] bool is_assignment(const Word& word) noexcept;
[[nodiscard]] Assignment to_assignment(const Word& word);
[[nodiscard]] bool has_hole(std::string_view text) noexcept;
// Returns true if the word may become several words, or none.
[[nodiscard]] bool may_split(const Word& word) noexcept;
// Returns false for a path that begins with home or the working directory, because it cannot be an option.
[[nodiscard]] bool may_be_option(const Word& word) noexcept;
[[nodiscard]] Word literal_word(std::string text, Span span);
// Raises a doubt for a word in the place of an option unless it is one operand, whatever it turns out to be.
void report_unsure_option(Invocation& call, const Word& word);

}  // namespace postern::shell
