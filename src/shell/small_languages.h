// awk and sed programs: small enough to tell what a program text does besides transforming its input.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace postern::shell {

struct Effects {
    bool runs = false;              // starts programs, or could: unreadable text counts as yes
    bool writes = false;            // writes files it names itself
    bool reads_files = false;       // reads files it names itself
    std::vector<std::string> code;  // the shell code it runs, where the text says it literally
    bool operator==(const Effects&) const = default;
};

// A hole (text known only at run time) outside of strings and patterns makes the program unreadable.
[[nodiscard]] Effects awk_effects(std::string_view program);
[[nodiscard]] Effects sed_effects(std::string_view program);

}  // namespace postern::shell
