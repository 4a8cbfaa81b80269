#include "network/dialler.h"

#include "base/file.h"

#include <cerrno>
#include <cstring>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace postern::network {
namespace {

socklen_t fill(const policy::Address& address, std::uint16_t port, sockaddr_storage& to) {
    if (address.family == policy::Family::v4) {
        auto& v4 = reinterpret_cast<sockaddr_in&>(to);
        v4.sin_family = AF_INET;
        v4.sin_port = htons(port);
        std::memcpy(&v4.sin_addr, address.bytes.data(), sizeof v4.sin_addr);
        return sizeof v4;
    }
    auto& v6 = reinterpret_cast<sockaddr_in6&>(to);
    v6.sin6_family = AF_INET6;
    v6.sin6_port = htons(port);
    std::memcpy(&v6.sin6_addr, address.bytes.data(), sizeof v6.sin6_addr);
    return sizeof v6;
}

}  // namespace

bool Dialler::next() {
    while (!addresses_.empty()) {
        const policy::Address address = addresses_.front();
        addresses_.erase(addresses_.begin());
        address_ = address.text();
        sockaddr_storage to{};
        const socklen_t size = fill(address, port_, to);
        socket_.reset(::socket(to.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
        if (socket_ &&
            (::connect(socket_.get(), reinterpret_cast<const sockaddr*>(&to), size) == 0 || errno == EINPROGRESS)) {
            watch_(socket_.get());
            return true;
        }
        error_ = describe_errno("cannot connect to " + address_, errno);
    }
    return false;
}

Dialler::State Dialler::look() {
    int error = 0;
    socklen_t size = sizeof error;
    if (::getsockopt(socket_.get(), SOL_SOCKET, SO_ERROR, &error, &size) != 0) error = errno;
    if (error != 0) {
        error_ = describe_errno("cannot connect to " + address_, error);
        return State::failed;
    }
    sockaddr_storage peer{};
    socklen_t peer_size = sizeof peer;
    if (::getpeername(socket_.get(), reinterpret_cast<sockaddr*>(&peer), &peer_size) != 0) return State::waits;
    const int yes = 1;
    (void)::setsockopt(socket_.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return State::connected;
}

}  // namespace postern::network
