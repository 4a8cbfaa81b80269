#include "base/standard_fds.h"

#include <fcntl.h>

namespace postern {

StandardFds::StandardFds() {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
        if (::fcntl(fd, F_GETFD) != -1) continue;
        // open takes the lowest free number, which is this one.
        filled_[static_cast<std::size_t>(fd)].reset(
            ::open("/dev/null", (fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) | O_CLOEXEC));
    }
}

}  // namespace postern
