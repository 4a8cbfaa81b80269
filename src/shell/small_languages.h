// Reads awk and sed programs, which are small enough to tell what a program does besides transforming its input.
//
// Each has a reader that understands the whole text (awk_program.cc, sed_script.cc). Text that it does not understand,
// or that two implementations read differently, counts as running something.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace postern::shell {

struct Effects {
    bool runs = false;              // starts programs, or could; unreadable text counts as true
    bool writes = false;            // writes files that the program names
    bool reads_files = false;       // reads files that the program names
    std::vector<std::string> code;  // the shell code it runs, if the text holds it literally
    bool operator==(const Effects&) const = default;
};

// Both functions treat a program as unreadable if it has a hole (text known only at run time).
[[nodiscard]] Effects awk_effects(std::string_view program);
[[nodiscard]] Effects sed_effects(std::string_view program);

}  // namespace postern::shell
