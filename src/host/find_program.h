// A program by name, as execvp(3) would find it.
#pragma once

#include <string>
#include <string_view>

namespace postern::host {

struct FoundProgram {
    std::string file{};  // to execute
    int error = 0;       // errno, if there is none
};

[[nodiscard]] FoundProgram find_program(std::string_view name);

}  // namespace postern::host
