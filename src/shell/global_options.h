// Removes the options between a tool's name and its subcommand: `git -C x push`, `kubectl -n prod delete pod`.
//
// Deny and ask rules name the subcommand (`git push`), so they are matched against the words without those options.
#pragma once

#include "shell/analysis.h"

#include <vector>

namespace postern::shell {

// Returns the words without global options. A word known only at run time in front of the subcommand stays. The words
// of a program that is not in the table are returned unchanged.
[[nodiscard]] std::vector<Word> without_global_options(const std::vector<Word>& words);

}  // namespace postern::shell
