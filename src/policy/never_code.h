// What a command does by other means than its words, told as a shell command: words that xargs reads, and plain calls
// in code of another language. What is told is only looked at, never run.
#pragma once

#include "shell/analysis.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace postern::policy {

// Returns command lines that do the same as the command, as far as the text tells. Usually none.
[[nodiscard]] std::vector<std::string> told_otherwise(const shell::Analysis& analysis, std::uint32_t index);

// Returns the text that a command prints or passes on, if the line tells it: of echo, printf, a here-document.
[[nodiscard]] std::string text_written_by(const shell::Analysis& analysis, std::uint32_t index);

// Returns shell commands for calls that are plain in code of python, perl, ruby, node, php or lua: strings that are
// given to a shell, files that are removed or written, modes, signals. Empty if there are none.
[[nodiscard]] std::string as_shell(std::string_view code);

// Returns the files that a program for awk or sed writes by itself: `print > "x"`, `w x`.
[[nodiscard]] std::vector<std::string> files_written_in_code(const shell::Command& command);

}  // namespace postern::policy
