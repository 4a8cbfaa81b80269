// The inside of `Bash(…)`, compiled once, matched against the text of one simple command.
//
//   npm test      exactly that text
//   npm test:*    that text, then the end or a blank and anything; `npm test *` is the same
//   ls*           that text, then anything: lsof too
//   git * main    a star elsewhere stands for any characters, blanks included
//   git:* push    `:*` before the end is a colon and a star
//
// Texts are single commands, so a star cannot reach across `;`, `|` or `&&`; a rule that itself holds such an operator
// is matched against the whole line instead (matches_line).
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace postern::policy {

// `maybe`: some value of the parts known only at run time would make it match.
enum class Match : std::uint8_t { no, maybe, yes };

// Invariants: pieces are free of kHole; between two pieces stands one star; there is at least one piece, and at least
// one of them is not empty.
class CommandPattern {
public:
    enum class End : std::uint8_t {
        exact,     // the text ends here
        boundary,  // the text ends here or goes on after a blank
        open,      // anything may follow
    };

    static Result<CommandPattern> compile(std::string_view specifier);

    // `text`: words joined by one blank, quotes removed; kHole stands for any string, also none, also with blanks.
    [[nodiscard]] Match match(std::string_view text) const;
    // `text`: words joined by one blank, each quoted as quoted_word() does. A hole is met by a star and nothing else.
    [[nodiscard]] bool match_quoted(std::string_view text) const;

    // The rule names more than one command (`curl * | sh`), so no single command can match it.
    [[nodiscard]] bool spans_commands() const noexcept { return spans_commands_; }
    // `line`: the raw text. Stars stop at `;`, `|`, `&` and newline.
    [[nodiscard]] bool matches_line(std::string_view line) const;

    // The words of the rule without quotes; a star stands in them as itself. A trailing `:*` or ` *` is left out.
    [[nodiscard]] const std::vector<std::string>& words() const& noexcept { return words_; }
    [[nodiscard]] End end() const noexcept { return end_; }
    // The first word if it holds no star and the pattern does not end inside it; otherwise empty.
    [[nodiscard]] std::string_view program() const& noexcept {
        return names_program_ ? std::string_view(words_.front()) : std::string_view{};
    }
    // The same rule with another program; only where program() is not empty.
    [[nodiscard]] CommandPattern with_program(std::string_view program) const;

private:
    struct Text {
        std::vector<std::string> pieces;  // split at the stars
        [[nodiscard]] bool matches(std::string_view text, End end) const;
    };

    CommandPattern() = default;
    void build();

    std::vector<std::string> words_;
    End end_ = End::exact;
    Text plain_;
    Text quoted_;
    bool spans_commands_ = false;
    bool names_program_ = false;
};

// As one would type it: as is if every character is plain, in single quotes otherwise. kHole and `*` are left alone.
[[nodiscard]] std::string quoted_word(std::string_view word);

}  // namespace postern::policy
