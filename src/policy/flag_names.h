// Normalises option names: `-rf`, `-r -f`, `--recursive --force` and `--recurs --forc` become the same set of names. It
// serves only deny and ask rules, so it prefers finding an option too many.
#pragma once

#include "programs/row.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace postern::policy {

class FlagNames {
public:
    // `program` has no directory; `operands` are the words behind it that are no options: subcommands come first.
    FlagNames(std::string_view program, std::span<const std::string_view> operands);

    // Appends the names that one argument stands for: "--recursive" if the long form is known, "-x" otherwise.
    // `argument` begins with '-' and has more characters.
    void append_names(std::string_view argument, std::vector<std::string>& names) const;

private:
    void append_long(std::string_view written, std::vector<std::string>& names) const;
    void append_letters(std::string_view letters, std::vector<std::string>& names) const;
    [[nodiscard]] const programs::OptionRow* find_letter(char letter) const noexcept;
    [[nodiscard]] bool splits(std::string_view argument) const noexcept;

    std::vector<const programs::Row*>
        rows_;  // that of the subcommand first; none if the book does not have the program
};

// Returns true if the written option may be an abbreviation: "--forc" may mean "--force".
[[nodiscard]] bool may_abbreviate(std::string_view written, std::string_view name) noexcept;

}  // namespace postern::policy
