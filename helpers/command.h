// Steps by which the child becomes the command. Each returns 0 or an errno.
#pragma once

#include "arguments.h"

namespace postern::init {

// Marks every descriptor from 3 up to be closed at exec. They stay open until then, because reports need one.
[[nodiscard]] int close_descriptors_at_exec();

[[nodiscard]] int set_limits(const Arguments& arguments);

// Executes the command like execvp, with two differences: it returns the errno, and it does not hand a file that is not
// a program to a shell, but returns ENOEXEC. ENOENT: found nowhere in PATH; EACCES: found, but nowhere executable.
[[nodiscard]] int execute(char** command);

}  // namespace postern::init
