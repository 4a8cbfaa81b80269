// Which files a command reads and writes, as far as its words tell: operands and options of well-known programs, and
// redirections. So that `Read(…)` and `Edit(…)` rules reach the shell.
//
// It errs towards naming a file: the value of an option it does not know counts as an operand. What it does not list is
// the sandbox's to hold. No I/O, and no paths yet: words are resolved in path_rules.
#pragma once

#include "shell/analysis.h"

#include <cstdint>
#include <vector>

namespace postern::policy {

enum class Use : std::uint8_t { read, write };

struct FileUse {
    Use use = Use::read;
    shell::Word word;   // for the value of an option, only the value; its span is that of the whole word
    bool tree = false;  // and everything below it: rm -r, cp -r, tar, grep -r
    bool redirection = false;

    bool operator==(const FileUse&) const = default;
};

[[nodiscard]] std::vector<FileUse> file_uses(const shell::Command& command);

}  // namespace postern::policy
