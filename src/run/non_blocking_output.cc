#include "run/non_blocking_output.h"

#include <cerrno>
#include <string>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace postern::run {
namespace {

constexpr std::size_t kSmallPart = 512;  // POSIX's smallest PIPE_BUF: a writable pipe takes this much without blocking

bool has_room(int fd) {
    pollfd p{.fd = fd, .events = POLLOUT, .revents = 0};
    return ::poll(&p, 1, 0) == 1;
}

}  // namespace

NonBlockingOutput::NonBlockingOutput(int fd) : fd_(fd) {
    struct stat info {};
    if (::fstat(fd, &info) != 0) return;  // write will report the error
    if (S_ISSOCK(info.st_mode)) how_ = How::as_socket;
    if (!S_ISFIFO(info.st_mode) && !S_ISCHR(info.st_mode)) return;
    const std::string path = "/proc/self/fd/" + std::to_string(fd);
    own_.reset(::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!own_) how_ = How::in_small_parts;  // a terminal of another user, or no /proc
}

std::optional<std::size_t> NonBlockingOutput::write(std::string_view bytes) const {
    if (how_ == How::in_small_parts) {
        if (!has_room(fd_)) return 0;
        bytes = bytes.substr(0, kSmallPart);
    }
    ssize_t written = -1;
    do {
        written = how_ == How::as_socket ? ::send(fd_, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL)
                                         : ::write(fd(), bytes.data(), bytes.size());
    } while (written < 0 && errno == EINTR);
    if (written >= 0) return static_cast<std::size_t>(written);
    if (errno == EAGAIN || errno == EWOULDBLOCK) return 0;
    return std::nullopt;
}

}  // namespace postern::run
