// Makes sockets in a network namespace that this process is not in and may not enter.
//
// A socket belongs to the namespace in which it was made, and an accepted socket to that of its listener. So two
// sockets from inside are enough to make any number: one listens, the other connects to it, and the accepted connection
// is dissolved at once, which leaves a fresh socket.
#pragma once

#include "base/unique_fd.h"
#include "network/socket_address.h"

#include <optional>

namespace postern::network {

class SocketSource {
public:
    // Takes two unbound stream sockets of the namespace. Returns nullopt if no socket can be made with them.
    static std::optional<SocketSource> open(UniqueFd listener, UniqueFd caller);

    // Returns an unbound, non-blocking stream socket of the namespace, or an empty UniqueFd with `errno` set. Programs
    // inside can make it fail by connecting to the listener, which harms only themselves; it never takes longer than a
    // moment.
    [[nodiscard]] UniqueFd make();
    // Returns a socket that is bound and listening.
    [[nodiscard]] UniqueFd make_listener(const Endpoint& at);
    [[nodiscard]] int family() const noexcept { return family_; }  // AF_INET6 can connect to IPv4 addresses too

private:
    SocketSource(UniqueFd listener, UniqueFd caller, int family, const policy::Address& loopback)
        : listener_(std::move(listener)), caller_(std::move(caller)), family_(family), loopback_(loopback) {}
    [[nodiscard]] UniqueFd accept_caller();

    UniqueFd listener_, caller_;
    int family_;
    policy::Address loopback_;  // address at which the caller reaches the listener
};

}  // namespace postern::network
