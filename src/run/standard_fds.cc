#include "run/standard_fds.h"

#include <fcntl.h>
#include <unistd.h>

namespace postern::run {

StandardFds::StandardFds() {
    for (;;) {
        // No O_CLOEXEC, because the child inherits these descriptors too.
        UniqueFd fd(::open("/dev/null", O_RDWR));  // NOLINT(android-cloexec-open)
        if (!fd || fd.get() > STDERR_FILENO) return;
        filled_.push_back(std::move(fd));
    }
}

}  // namespace postern::run
