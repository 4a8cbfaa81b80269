// One spelling per option: `-rf`, `-r -f`, `--recursive --force` and `--recurs --forc` become the same set of names.
// For deny and ask rules only: it errs towards finding an option.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace postern::policy {

class FlagNames {
public:
    // `program` without directory; `subcommand` the first word that is no option, or empty.
    FlagNames(std::string_view program, std::string_view subcommand) noexcept;

    // Appends the names one argument stands for: "--recursive" where the long form is known, "-x" otherwise.
    // `argument` begins with '-' and is longer than that.
    void append_names(std::string_view argument, std::vector<std::string>& names) const;

private:
    [[nodiscard]] bool splits(std::string_view argument) const noexcept;

    std::string_view options_;
    std::string_view valued_;
    bool known_ = false;
    bool single_dash_words_ = false;  // find -delete, java -jar: never a cluster
    bool signals_ = false;            // kill -9
};

// A long option may be abbreviated: "--forc" can be meant for "--force".
[[nodiscard]] bool may_abbreviate(std::string_view written, std::string_view name) noexcept;

}  // namespace postern::policy
