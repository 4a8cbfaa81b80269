#include "run/capture.h"

#include "base/file.h"

#include <algorithm>
#include <cerrno>
#include <string_view>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace postern::run {
namespace {

constexpr OutputStream kStreams[] = {OutputStream::out, OutputStream::err};
constexpr std::size_t kReadAtOnce = 65536;

}  // namespace

Result<Capture> Capture::open(OutputLimits limits, PassThrough pass_through) {
    Capture capture(limits);
    for (const OutputStream stream : kStreams) {
        int ends[2] = {-1, -1};
        if (::pipe2(ends, O_CLOEXEC) != 0) return fail(Errc::io, describe_errno("cannot make a pipe", errno));
        Flow& flow = capture.at(stream);
        flow.source.reset(ends[0]);
        flow.child_end.reset(ends[1]);
        if (::fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) {
            return fail(Errc::io, describe_errno("cannot make a pipe", errno));
        }
        if (pass_through == PassThrough::yes) {
            flow.sink.emplace(stream == OutputStream::out ? STDOUT_FILENO : STDERR_FILENO);
        }
    }
    return capture;
}

void Capture::close_child_ends() {
    for (Flow& flow : flows_) flow.child_end.reset();
}

void Capture::add_to(std::vector<pollfd>& polled) const {
    for (const Flow& flow : flows_) {
        if (!flow.pending.empty()) {
            polled.push_back({.fd = flow.sink->fd(), .events = POLLOUT, .revents = 0});
        } else {
            polled.push_back({.fd = flow.source.get(), .events = POLLIN, .revents = 0});  // -1 is ignored by poll
        }
    }
}

void Capture::serve(const pollfd* two) {
    for (const OutputStream stream : kStreams) {
        const pollfd& polled = two[static_cast<std::size_t>(stream)];
        Flow& flow = at(stream);
        if (polled.revents == 0) continue;
        if (!flow.pending.empty()) {
            flush(flow);
        } else if (flow.source) {
            read(stream);
        }
    }
    pass_rest_on();
}

void Capture::read(OutputStream stream) {
    Flow& flow = at(stream);
    std::array<char, kReadAtOnce> buffer;  // NOLINT: filled by read
    const std::size_t most = std::min(buffer.size(), flow.left.value_or(buffer.size()));
    const ssize_t got = ::read(flow.source.get(), buffer.data(), most);
    if (got < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK)) return;
    if (got <= 0) return flow.source.reset();
    const std::string_view bytes(buffer.data(), static_cast<std::size_t>(got));
    const std::size_t head = keeper_.add(stream, bytes);
    if (flow.left) *flow.left -= bytes.size();
    if (flow.sink) {
        flow.pending.append(bytes.substr(0, head));
        flush(flow);
    }
    if (flow.left == 0U) flow.source.reset();
}

// Passes on the rest of both streams once both have ended, because the cut depends on what the other stream writes.
void Capture::pass_rest_on() {
    if (rest_passed_on_ || std::ranges::any_of(flows_, [](const Flow& f) { return static_cast<bool>(f.source); })) {
        return;
    }
    rest_passed_on_ = true;
    for (const OutputStream stream : kStreams) {
        Flow& flow = at(stream);
        if (!flow.sink) continue;
        flow.pending += keeper_.rest(stream);
        flush(flow);
    }
}

void Capture::flush(Flow& flow) {
    while (!flow.pending.empty()) {
        const auto written = flow.sink->write(flow.pending);
        if (!written) {
            // Close our end, so that the command gets SIGPIPE, as it would when writing directly.
            write_error_ = errno;
            flow.pending.clear();
            flow.sink.reset();
            flow.source.reset();
            return;
        }
        if (*written == 0) return;
        flow.pending.erase(0, *written);
    }
}

void Capture::child_ended() {
    for (const OutputStream stream : kStreams) {
        Flow& flow = at(stream);
        if (!flow.source) continue;
        int waiting = 0;
        if (::ioctl(flow.source.get(), FIONREAD, &waiting) != 0 || waiting < 0) waiting = 0;
        flow.left = static_cast<std::size_t>(waiting);
        if (waiting == 0) flow.source.reset();
    }
    pass_rest_on();
}

bool Capture::done() const {
    return std::ranges::all_of(flows_, [](const Flow& flow) { return !flow.source && flow.pending.empty(); });
}

void Capture::give_up() {
    for (Flow& flow : flows_) {
        flow.pending.clear();
        flow.source.reset();
        flow.sink.reset();
    }
}

}  // namespace postern::run
