#include "run/capture.h"

#include "base/file.h"

#include <algorithm>
#include <cerrno>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
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

constexpr OutputStream kStreams[] = {OutputStream::out, OutputStream::err};
constexpr std::size_t kReadAtOnce = 65536;

}  // namespace

NonBlockingOutput::NonBlockingOutput(int fd) : fd_(fd) {
    struct stat info {};
    if (::fstat(fd, &info) != 0) return;  // write will report the error
    if (S_ISSOCK(info.st_mode)) how_ = How::as_socket;
    if (!S_ISFIFO(info.st_mode) && !S_ISCHR(info.st_mode)) return;
    const std::string path = "/proc/self/fd/" + std::to_string(fd);
    reopened_.reset(::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!reopened_) how_ = How::in_small_parts;  // a terminal of another user, or no /proc
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

Result<Capture> Capture::open(OutputLimits limits, PassThrough pass_through) {
    Capture capture(limits);
    for (const OutputStream stream : kStreams) {
        int ends[2] = {-1, -1};
        if (::pipe2(ends, O_CLOEXEC) != 0) return fail(Errc::io, describe_errno("cannot make a pipe", errno));
        Channel& channel = capture.at(stream);
        channel.source.reset(ends[0]);
        channel.child_end.reset(ends[1]);
        if (::fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) {
            return fail(Errc::io, describe_errno("cannot make a pipe", errno));
        }
        if (pass_through == PassThrough::yes) {
            channel.output.emplace(stream == OutputStream::out ? STDOUT_FILENO : STDERR_FILENO);
        }
    }
    return capture;
}

void Capture::close_child_ends() {
    for (Channel& channel : channels_) channel.child_end.reset();
}

void Capture::add_to(std::vector<pollfd>& polled) const {
    for (const Channel& channel : channels_) {
        if (!channel.pending.empty()) {
            polled.push_back({.fd = channel.output->fd(), .events = POLLOUT, .revents = 0});
        } else {
            polled.push_back({.fd = channel.source.get(), .events = POLLIN, .revents = 0});  // -1 is ignored by poll
        }
    }
}

void Capture::serve(const pollfd* entries) {
    for (const OutputStream stream : kStreams) {
        const pollfd& polled = entries[static_cast<std::size_t>(stream)];
        Channel& channel = at(stream);
        if (polled.revents == 0) continue;
        if (!channel.pending.empty()) {
            flush(channel);
        } else if (channel.source) {
            read(stream);
        }
    }
    pass_rest_on();
}

void Capture::read(OutputStream stream) {
    Channel& channel = at(stream);
    std::array<char, kReadAtOnce> buffer;  // NOLINT: filled by read
    const std::size_t most = std::min(buffer.size(), channel.bytes_left.value_or(buffer.size()));
    const ssize_t got = ::read(channel.source.get(), buffer.data(), most);
    if (got < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK)) return;
    if (got <= 0) return channel.source.reset();
    const std::string_view bytes(buffer.data(), static_cast<std::size_t>(got));
    const std::size_t head = keeper_.add(stream, bytes);
    if (channel.bytes_left) *channel.bytes_left -= bytes.size();
    if (channel.output) {
        channel.pending.append(bytes.substr(0, head));
        flush(channel);
    }
    if (channel.bytes_left == 0U) channel.source.reset();
}

// Passes on the rest of both streams once both have ended, because the cut depends on what the other stream writes.
void Capture::pass_rest_on() {
    if (rest_passed_on_ ||
        std::ranges::any_of(channels_, [](const Channel& f) { return static_cast<bool>(f.source); })) {
        return;
    }
    rest_passed_on_ = true;
    for (const OutputStream stream : kStreams) {
        Channel& channel = at(stream);
        if (!channel.output) continue;
        channel.pending += keeper_.rest(stream);
        flush(channel);
    }
}

void Capture::flush(Channel& channel) {
    while (!channel.pending.empty()) {
        const auto written = channel.output->write(channel.pending);
        if (!written) {
            // Close our end, so that the command gets SIGPIPE, as it would when writing directly.
            write_error_ = errno;
            channel.pending.clear();
            channel.output.reset();
            channel.source.reset();
            return;
        }
        if (*written == 0) return;
        channel.pending.erase(0, *written);
    }
}

void Capture::child_ended() {
    for (const OutputStream stream : kStreams) {
        Channel& channel = at(stream);
        if (!channel.source) continue;
        int waiting = 0;
        if (::ioctl(channel.source.get(), FIONREAD, &waiting) != 0 || waiting < 0) waiting = 0;
        channel.bytes_left = static_cast<std::size_t>(waiting);
        if (waiting == 0) channel.source.reset();
    }
    pass_rest_on();
}

bool Capture::done() const {
    return std::ranges::all_of(channels_,
                               [](const Channel& channel) { return !channel.source && channel.pending.empty(); });
}

void Capture::give_up() {
    for (Channel& channel : channels_) {
        channel.pending.clear();
        channel.source.reset();
        channel.output.reset();
    }
}

}  // namespace postern::run
