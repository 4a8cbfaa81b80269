// Finds the files that a command reads and writes, as far as its words tell: the words that have such a role in the book
// of programs, and redirections. With them, `Read(…)` and `Edit(…)` rules also apply to shell commands.
//
// Uncertain words count as files: the value of an unknown option is taken for an operand. The sandbox confines access
// that is not found here. The module does no I/O and makes no paths: path_rules resolves the words.
#pragma once

#include "programs/reading.h"
#include "shell/analysis.h"

#include <cstdint>
#include <vector>

namespace postern::policy {

enum class Use : std::uint8_t { read, write };

struct FileUse {
    Use use = Use::read;
    shell::Word word;   // for the value of an option, only the value; its span is that of the whole word
    bool tree = false;  // includes everything below: rm -r, cp -r, tar, grep -r
    bool redirection = false;
    bool inside = false;  // the destination of a copy, if it is a directory, with the name of what is copied
    bool built = false;   // made by a compiler or build tool of the project's own files

    bool operator==(const FileUse&) const = default;
};

// `reading` is how the book reads the words. A program of a place of its own is taken for one of that name.
[[nodiscard]] std::vector<FileUse> file_uses(const shell::Command& command, const programs::Reading& reading);
[[nodiscard]] std::vector<FileUse> file_uses(const shell::Command& command);

}  // namespace postern::policy
