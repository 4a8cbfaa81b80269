// Tools with options between their name and the subcommand: `git -C x push`, `kubectl -n prod delete pod`.
//
// Deny and ask rules name the subcommand (`git push`), so they are matched against the words without those options.
#pragma once

#include "shell/analysis.h"

#include <vector>

namespace postern::shell {

// The words as they would stand without global options. A word known only at run time in front of the subcommand stays.
// Words of a program that is not in the table come back as they are.
[[nodiscard]] std::vector<Word> without_global_options(const std::vector<Word>& words);

}  // namespace postern::shell
