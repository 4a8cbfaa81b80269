// Tables of the grammar: for each kind, the templates that may replace it. The first template of a kind is the
// smallest; it ends the recursion when a script has become deep or long.
//
// In a template `%` and a letter stand for:
//   %p  the name of a program          %P  such a name, oddly quoted     %s  simple command
//   %c  command of any sort            %L  list of commands              %T  what ends a list: `;` or a newline
//   %w  word                           %e  one expansion                 %q  part of a double-quoted string
//   %l  literal word                   %m  pattern                       %v  variable name
//   %A  arithmetic expression          %a  assignment                    %r  redirection
//   %h  heredoc redirection            %d  test inside [[ ]]             %x  wrapper that carries a command
//   %k  quoted code for bash           %K  quoted code for sh            %j  code inside backticks
//   %b  blank                          %o  blank or nothing              %n  newline (heredoc bodies follow here)
//   %u  something odd                  %f  a function, the same in one template
//   %%  a percent sign
#pragma once

#include <span>
#include <string_view>

namespace postern::oracle {

enum RuleFlags : unsigned {
    kBash = 0,
    kPosix = 1,    // dash reads it the same way
    kDynamic = 2,  // the text does not contain the program that runs, or only in evaluated text
    kRefused = 4,  // bash refuses it, or reads it in an unexpected way
};

struct Rule {
    std::string_view text;
    unsigned weight = 1;
    unsigned flags = kBash;
};

// Returns the templates of a kind; empty for a letter that the generator itself expands.
[[nodiscard]] std::span<const Rule> rules_for(char kind) noexcept;

}  // namespace postern::oracle
