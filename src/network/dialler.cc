#include "network/dialler.h"

#include "base/file.h"
#include "network/socket_address.h"

#include <cerrno>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace postern::network {

bool Dialler::next() {
    while (!addresses_.empty()) {
        const policy::Address address = addresses_.front();
        addresses_.erase(addresses_.begin());
        address_ = address.text();
        if (socket_source_ != nullptr && socket_source_->family() == AF_INET && address.family == policy::Family::v6)
            continue;
        const Endpoint there{address, port_};
        const SocketAddress to =
            socket_source_ == nullptr ? socket_address(there) : socket_address(there, socket_source_->family());
        socket_ = socket_source_ == nullptr
                      ? UniqueFd(::socket(to.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0))
                      : socket_source_->make();
        if (socket_ && (::connect(socket_.get(), to.get(), to.size) == 0 || errno == EINPROGRESS)) {
            watch_(socket_.get());
            return true;
        }
        error_ = describe_errno("cannot connect to " + address_, errno);
    }
    return false;
}

Dialler::State Dialler::check() {
    int error = 0;
    socklen_t size = sizeof error;
    if (::getsockopt(socket_.get(), SOL_SOCKET, SO_ERROR, &error, &size) != 0) error = errno;
    if (error != 0) {
        error_ = describe_errno("cannot connect to " + address_, error);
        return State::failed;
    }
    if (!remote_end(socket_.get())) return State::waits;
    const int yes = 1;
    (void)::setsockopt(socket_.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return State::connected;
}

}  // namespace postern::network
