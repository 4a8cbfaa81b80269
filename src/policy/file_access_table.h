// Table of how programs use the files they are given, for file_access.
#pragma once

#include "shell/option_grammar.h"

#include <cstdint>
#include <string_view>

namespace postern::policy {

// Meaning of a program's operands.
enum class Operands : std::uint8_t {
    none,
    read,             // cat
    write,            // touch, tee
    both,             // editors
    pattern_first,    // grep: a pattern, unless an option gave it; then files to read
    mode_first,       // chmod: a mode, unless an option gave it; then files to write
    one_read,         // source, interpreters: the first is read; the others are its arguments
    read_then_write,  // uniq, split: the first is input, the second output
    write_then_read,  // zip: the archive, then the files that go into it
    copy,             // cp: the last is the destination
    move,             // mv: the sources change too
};

struct FileRow {
    std::string_view programs;  // separated by blanks
    Operands operands = Operands::none;
    shell::Grammar grammar = {};
    std::string_view reads = {};      // options whose value is read
    std::string_view writes = {};     // options whose value is written
    std::string_view given = {};      // options that replace the first operand (grep -e, python -c)
    std::string_view trees = {};      // options that make it walk directories; "*" means always
    std::string_view in_place = {};   // options that turn reading operands into writing
    std::string_view to_output = {};  // options that turn writing operands into reading
};

// Returns the row of a program, or null.
[[nodiscard]] const FileRow* file_row(std::string_view program) noexcept;

}  // namespace postern::policy
