#include "terminal.h"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace postern::init {

int give_terminal_to(pid_t group) {
    // Tries /dev/tty, which is the controlling terminal even if all three standard streams are redirected. It may be
    // absent, so the streams are tried too. On a stream that is not this terminal, the call fails and changes nothing.
    int error = ENOTTY;
    const int terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal >= 0) {
        error = tcsetpgrp(terminal, group) == 0 ? 0 : errno;
        (void)close(terminal);
    }
    for (int stream = 0; error != 0 && stream <= 2; ++stream) {
        if (tcsetpgrp(stream, group) == 0) error = 0;
    }
    return error;
}

}  // namespace postern::init
