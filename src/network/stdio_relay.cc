#include "network/stdio_relay.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <span>
#include <utility>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace postern::network {
namespace {

constexpr std::size_t kRoom = 32U << 10U;  // for each direction

class Relay {
public:
    Relay(const RelayEnds& ends, std::string early) : ends_(ends), down_(std::move(early)) {}

    void run() {
        while (!(told_server_ && closed_out_)) {
            std::array<pollfd, 3> watched{pollfd{.fd = ends_.in, .events = from_in(), .revents = 0},
                                          pollfd{.fd = ends_.socket, .events = with_socket(), .revents = 0},
                                          pollfd{.fd = closed_out_ ? -1 : ends_.out, .events = to_out(), .revents = 0}};
            // poll reports a hang-up even without requested events, in an endless loop. For `out` this is wanted: it
            // tells that nobody reads.
            for (pollfd& each : std::span(watched).first(2)) {
                if (each.events == 0) each.fd = -1;
            }
            if (::poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR) return;
            if (watched[0].revents != 0) take(ends_.in, up_, in_ended_);
            if ((watched[1].revents & ~POLLOUT) != 0) take(ends_.socket, down_, server_ended_);
            if (!up_.empty()) send_up();
            if ((watched[2].revents & POLLERR) != 0) return;
            if ((watched[2].revents & POLLOUT) != 0 && !write_down()) return;
            tell_of_ends();
        }
    }

private:
    [[nodiscard]] short from_in() const { return !in_ended_ && up_.size() < kRoom ? POLLIN : 0; }
    [[nodiscard]] short to_out() const { return down_.empty() ? 0 : POLLOUT; }
    [[nodiscard]] short with_socket() const {
        const int reads = !server_ended_ && down_.size() < kRoom ? POLLIN : 0;
        return static_cast<short>(reads | (up_.empty() ? 0 : POLLOUT));
    }

    static void take(int fd, std::string& into, bool& ended) {
        if (ended || into.size() >= kRoom) return;
        std::array<char, kRoom> part;  // filled by read
        const ssize_t got = ::read(fd, part.data(), kRoom - into.size());
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
        if (got <= 0) {
            ended = true;
            return;
        }
        into.append(part.data(), static_cast<std::size_t>(got));
    }

    void send_up() {
        const ssize_t sent = ::send(ends_.socket, up_.data(), up_.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent >= 0) {
            up_.erase(0, static_cast<std::size_t>(sent));
        } else if (errno != EAGAIN && errno != EINTR) {  // the connection takes no more
            up_.clear();
            in_ended_ = true;
        }
    }

    // Writes at most PIPE_BUF bytes, which a ready pipe takes without blocking. Returns false if nobody reads `out`.
    bool write_down() {
        const ssize_t wrote = ::write(ends_.out, down_.data(), std::min(down_.size(), std::size_t{PIPE_BUF}));
        if (wrote < 0) return errno == EAGAIN || errno == EINTR;
        down_.erase(0, static_cast<std::size_t>(wrote));
        return true;
    }

    void tell_of_ends() {
        if (in_ended_ && up_.empty() && !std::exchange(told_server_, true)) (void)::shutdown(ends_.socket, SHUT_WR);
        if (server_ended_ && down_.empty() && !std::exchange(closed_out_, true)) (void)::close(ends_.out);
    }

    RelayEnds ends_;
    std::string up_{}, down_;
    bool in_ended_ = false, server_ended_ = false, told_server_ = false, closed_out_ = false;
};

}  // namespace

void relay(const RelayEnds& ends, std::string early) {
    Relay(ends, std::move(early)).run();
}

}  // namespace postern::network
