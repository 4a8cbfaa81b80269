// What the child does to itself on the way to becoming the command. Each gives 0 or an errno.
#pragma once

#include "arguments.h"

namespace postern::init {

// Every descriptor from 3 up goes away at exec. Until then they stay open: the reports need one.
[[nodiscard]] int close_descriptors_at_exec();

[[nodiscard]] int set_limits(const Arguments& arguments);

// Like execvp, with two differences: it gives the errno back, and a file that is no program is ENOEXEC: it is not
// handed to a shell. ENOENT: nowhere found; EACCES: found, but nowhere executable.
[[nodiscard]] int execute(char** command);

}  // namespace postern::init
