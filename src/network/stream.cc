#include "network/stream.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include <sys/socket.h>

namespace postern::network {

bool Stream::receive(std::string& into, std::size_t most) {
    if (ended_ || into.size() >= most) return false;
    std::array<char, 64U << 10U> part;  // filled by recv
    const ssize_t got = ::recv(fd_.get(), part.data(), std::min(part.size(), most - into.size()), MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return errno == EINTR;
    if (got <= 0) {
        ended_ = true;
        return true;
    }
    into.append(part.data(), static_cast<std::size_t>(got));
    return true;
}

bool Stream::send(std::string& from, std::uint64_t& count) {
    if (deaf_) from.clear();
    if (from.empty()) return false;
    const ssize_t sent = ::send(fd_.get(), from.data(), from.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent < 0 && (errno == EAGAIN || errno == EINTR)) return errno == EINTR;
    if (sent < 0) {
        deaf_ = true;
        return true;
    }
    from.erase(0, static_cast<std::size_t>(sent));
    count += static_cast<std::uint64_t>(sent);
    return true;
}

void Stream::end_sending() {
    if (!std::exchange(told_, true)) (void)::shutdown(fd_.get(), SHUT_WR);
}

}  // namespace postern::network
