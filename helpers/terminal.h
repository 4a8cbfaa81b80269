// Changes the foreground process group of the terminal.
#pragma once

#include <sys/types.h>

namespace postern::init {

// Makes `group` the terminal's foreground process group. Returns 0 or an errno; ENOTTY if there is no controlling
// terminal. SIGTTOU must be blocked or ignored; otherwise it stops a background process that does this.
[[nodiscard]] int give_terminal_to(pid_t group);

}  // namespace postern::init
