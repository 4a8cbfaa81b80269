// The variables that do not reach the command unless somebody says so: one table, a reason for each.
#pragma once

#include <cstdint>
#include <string_view>

namespace postern::sandbox {

enum class Suspicion : std::uint8_t {
    code,    // makes a program run or load something that the judged command does not name
    socket,  // leads to a service outside: not reachable inside, or a way out
    secret,
};

struct SuspectVariable {
    std::string_view pattern;  // capital letters; `*` for any characters
    Suspicion suspicion;
    std::string_view why;
    // Words that do no harm, separated by blanks; digits at the end of an option do not count. A value of such words
    // only is let through: `GIT_EDITOR=true`, `NODE_OPTIONS=--max-old-space-size=4096`, `MAKEFLAGS=-j8`.
    std::string_view harmless_words{};
};

// The row that speaks against this variable, or nullptr. Names count in any letter case.
[[nodiscard]] const SuspectVariable* suspect(std::string_view name, std::string_view value);

}  // namespace postern::sandbox
