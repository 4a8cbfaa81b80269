// Matches Bash rules against commands, in two deliberately different ways.
//
// Ask and deny rules match generously: any spelling of the same command. The program may be named by its last path
// component or by another of its names; global options are ignored; options match in any order, clustered, long or
// short. Allow rules match strictly: the words must be exactly those of the rule. Neither way considers assignments or
// redirections.
#pragma once

#include "policy/command_pattern.h"
#include "shell/analysis.h"

#include <string>
#include <vector>

namespace postern::policy {

// All spellings of a command, made once and tried against every rule.
class Spellings {
public:
    explicit Spellings(const shell::Command& command);

    struct Form {
        std::vector<shell::Word> words;
        std::string text;  // the words joined by one blank
        bool sure = true;  // false if it depends on a part known only at run time; matches are then at most `maybe`
    };
    [[nodiscard]] const std::vector<Form>& forms() const& noexcept { return forms_; }

private:
    void add(std::vector<shell::Word> words, bool sure);
    std::vector<Form> forms_;
};

[[nodiscard]] Match match_generously(const CommandPattern& pattern, const Spellings& spellings);
[[nodiscard]] Match match_generously(const CommandPattern& pattern, const shell::Command& command);

[[nodiscard]] bool match_strictly(const CommandPattern& pattern, const shell::Command& command);

// Returns the command as strict matching sees it: words quoted where needed, kHole for values known only at run time.
[[nodiscard]] std::string quoted_text(const shell::Command& command);

}  // namespace postern::policy
