#include "run/standard_fds.h"

#include <fcntl.h>
#include <unistd.h>

namespace postern::run {

StandardFds::StandardFds() {
    for (;;) {
        // Meant for the child too, which takes the first three over.
        UniqueFd fd(::open("/dev/null", O_RDWR));  // NOLINT(android-cloexec-open)
        if (!fd || fd.get() > STDERR_FILENO) return;
        filled_.push_back(std::move(fd));
    }
}

}  // namespace postern::run
