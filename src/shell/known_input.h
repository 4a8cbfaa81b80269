// Finds the words that a command prints or reads, if the line itself tells them.
#pragma once

#include "shell/analysis.h"

#include <cstdint>
#include <vector>

namespace postern::shell {

// Returns the words that the line as a whole prints, or none if it is more than one pipeline or its output is not
// known. Words of `echo`, `printf`, `which`, `realpath`, here-documents; names that `ls -d` and `find` print.
[[nodiscard]] std::vector<Word> words_printed_by(const Analysis& analysis);

// Returns the words on the standard input of a command, or of the loop that it stands in.
[[nodiscard]] std::vector<Word> words_read_by(const Analysis& analysis, std::uint32_t index);

}  // namespace postern::shell
