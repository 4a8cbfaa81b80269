// Table of the variables that do not reach the command unless the settings keep them, with a reason for each.
#pragma once

#include <cstdint>
#include <string_view>

namespace postern::sandbox {

enum class Suspicion : std::uint8_t {
    code,    // makes a program run or load code that the judged command does not name
    socket,  // leads to a service outside the sandbox
    secret,
};

struct SuspectVariable {
    std::string_view pattern;  // capital letters; `*` for any characters
    Suspicion suspicion;
    std::string_view why;
    // Harmless words, separated by blanks. A variable passes if its value has only such words, without regard to digits
    // at the end of options: `GIT_EDITOR=true`, `NODE_OPTIONS=--max-old-space-size=4096`, `MAKEFLAGS=-j8`.
    std::string_view harmless_words{};
};

// Returns the row that matches the variable, or nullptr if it is not suspect. Ignores the case of names.
[[nodiscard]] const SuspectVariable* suspect(std::string_view name, std::string_view value);

}  // namespace postern::sandbox
