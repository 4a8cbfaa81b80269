// Who the terminal listens to.
#pragma once

#include <sys/types.h>

namespace postern::init {

// Makes `group` the terminal's foreground process group. 0 or an errno; ENOTTY if there is no controlling terminal.
// SIGTTOU must be blocked or ignored: a process in the background that does this is stopped otherwise.
[[nodiscard]] int give_terminal_to(pid_t group);

}  // namespace postern::init
