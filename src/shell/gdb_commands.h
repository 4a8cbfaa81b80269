// Reads commands of gdb and lldb.
#pragma once

#include <string_view>

namespace postern::shell {

enum class GdbCommand {
    plain,    // examines the program under test
    starts,   // starts or continues the program under test, with no other words than plain ones
    unknown,  // anything else: shell, python, calls, files
};

[[nodiscard]] GdbCommand read_gdb_command(std::string_view command);

}  // namespace postern::shell
