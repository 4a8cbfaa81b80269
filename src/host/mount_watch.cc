#include "host/mount_watch.h"

#include <fcntl.h>
#include <poll.h>

namespace postern::host {

MountWatch::MountWatch() : mounts_(::open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)) {}

bool MountWatch::changed() const noexcept {
    pollfd asked{.fd = mounts_.get(), .events = POLLPRI, .revents = 0};
    return mounts_ && ::poll(&asked, 1, 0) > 0 && (asked.revents & POLLPRI) != 0;
}

}  // namespace postern::host
