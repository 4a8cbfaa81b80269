// Finds a program by name, as execvp(3) does.
#pragma once

#include <string>
#include <string_view>

namespace postern::host {

struct FoundProgram {
    std::string file{};  // path to execute
    int error = 0;       // errno if none was found
};

[[nodiscard]] FoundProgram find_program(std::string_view name);

}  // namespace postern::host
