// Does a Bash rule speak about this command? Two readings, on purpose far apart.
//
// Generous, for ask and deny: any spelling of the same act. The program by its last path component or under another of
// its names, global options left out, options in any order, clustered, long or short.
// Strict, for allow: the words exactly as the rule has them. Neither looks at assignments or redirections.
#pragma once

#include "policy/command_pattern.h"
#include "shell/analysis.h"

#include <string>
#include <vector>

namespace postern::policy {

// Every way a command can be written, made once and tried against every rule.
class Spellings {
public:
    explicit Spellings(const shell::Command& command);

    struct Form {
        std::vector<shell::Word> words;
        std::string text;  // the words joined by one blank
        bool sure = true;  // false: only if a part known at run time turns out so; never better than `maybe`
    };
    [[nodiscard]] const std::vector<Form>& forms() const& noexcept { return forms_; }

private:
    void add(std::vector<shell::Word> words, bool sure);
    std::vector<Form> forms_;
};

[[nodiscard]] Match match_generously(const CommandPattern& pattern, const Spellings& spellings);
[[nodiscard]] Match match_generously(const CommandPattern& pattern, const shell::Command& command);

[[nodiscard]] bool match_strictly(const CommandPattern& pattern, const shell::Command& command);

// The command as the strict reading sees it: words quoted where needed, kHole where a value is known only at run time.
[[nodiscard]] std::string quoted_text(const shell::Command& command);

}  // namespace postern::policy
