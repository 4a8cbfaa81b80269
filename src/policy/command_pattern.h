// Pattern inside `Bash(…)`, compiled once and matched against the text of one simple command.
//
//   npm test      exactly that text
//   npm test:*    that text, then the end or a blank and anything; `npm test *` is the same
//   ls*           that text, then anything: lsof too
//   git * main    a star elsewhere stands for any characters, blanks included
//   git:* push    `:*` before the end is a colon and a star
//
// A text is a single command, so a star cannot reach across `;`, `|` or `&&`. A rule that contains such an operator
// itself is matched against the whole line instead (matches_line).
#pragma once

#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::policy {

// `maybe` means that some value of the parts known only at run time would match.
enum class Match : std::uint8_t { no, maybe, yes };

// Invariants: the text contains no kHole, and a character besides stars and blanks.
class CommandPattern {
public:
    enum class End : std::uint8_t {
        exact,     // the text must end here
        boundary,  // the text must end here or continue after a blank
        open,      // anything may follow
    };

    static Result<CommandPattern> compile(std::string_view specifier);

    // Matches words joined by one blank, without quotes. kHole stands for any string, also an empty one or one with
    // blanks.
    [[nodiscard]] Match match(std::string_view text) const;
    // Matches words joined by one blank, each quoted by quoted_word(). Only a star covers a hole.
    [[nodiscard]] bool match_quoted(std::string_view text) const;

    // True if the rule contains an operator (`curl * | sh`), so no single command can match it.
    [[nodiscard]] bool spans_commands() const noexcept { return spans_commands_; }
    // Matches the raw text of a line. Stars stop at `;`, `|`, `&` and newline.
    [[nodiscard]] bool matches_line(std::string_view line) const;

    // Returns the words of the rule without quotes, with stars as written. A trailing `:*` or ` *` is left out.
    [[nodiscard]] const std::vector<std::string>& words() const& noexcept { return words_; }
    [[nodiscard]] End end() const noexcept { return end_; }
    // Returns the first word, or an empty text if it contains a star or the pattern ends inside it.
    [[nodiscard]] std::string_view program() const& noexcept {
        return names_program_ ? std::string_view(words_.front()) : std::string_view{};
    }
    // Returns the same rule for another program. Requires a program() that is not empty.
    [[nodiscard]] CommandPattern with_program(std::string_view program) const;
    // Returns the same rule for the subcommand by the first of its names; nullopt if it is written so already.
    [[nodiscard]] std::optional<CommandPattern> with_first_name() const;

private:
    CommandPattern() = default;
    void build();

    std::vector<std::string> words_;
    End end_ = End::exact;
    std::string plain_;   // the words with a blank between them
    std::string quoted_;  // the same with each word quoted by quoted_word(); empty if none needs it
    bool spans_commands_ = false;
    bool names_program_ = false;
};

// Quotes a word in single quotes unless every character is plain. kHole and `*` count as plain.
[[nodiscard]] std::string quoted_word(std::string_view word);

}  // namespace postern::policy
