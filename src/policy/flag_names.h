// Normalises option names: `-rf`, `-r -f`, `--recursive --force` and `--recurs --forc` become the same set of names. It
// serves only deny and ask rules, so it prefers finding an option too many.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace postern::policy {

class FlagNames {
public:
    // `program` has no directory; `subcommand` is the first word that is no option, or empty.
    FlagNames(std::string_view program, std::string_view subcommand) noexcept;

    // Appends the names that one argument stands for: "--recursive" if the long form is known, "-x" otherwise.
    // `argument` begins with '-' and has more characters.
    void append_names(std::string_view argument, std::vector<std::string>& names) const;

private:
    [[nodiscard]] bool splits(std::string_view argument) const noexcept;

    std::string_view options_;
    std::string_view valued_;
    bool known_ = false;
    bool single_dash_words_ = false;  // find -delete, java -jar: never clusters
    bool signals_ = false;            // kill -9
};

// Returns true if the written option may be an abbreviation: "--forc" may mean "--force".
[[nodiscard]] bool may_abbreviate(std::string_view written, std::string_view name) noexcept;

}  // namespace postern::policy
