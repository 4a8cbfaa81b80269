// New sockets of a network namespace that we are not in and may not enter.
//
// A socket belongs to the namespace it was made in, whoever holds it; and one that was accepted belongs to that of its
// listener. So with two sockets from inside, one of which listens and the other calls it, there are as many more as one
// wants: each accepted connection is taken apart at once, and what is left of it is a socket as new.
#pragma once

#include "base/unique_fd.h"
#include "network/socket_address.h"

#include <optional>

namespace postern::network {

class SocketSource {
public:
    // Two unbound stream sockets of the namespace. Nothing: they are of no use.
    static std::optional<SocketSource> open(UniqueFd listener, UniqueFd caller);

    // A stream socket of the namespace: unbound, not blocking. None: it could not be had, and `errno` says why. Whoever
    // is inside can be in the way, to his own harm: it takes no longer than a moment.
    [[nodiscard]] UniqueFd make();
    // Bound and listening.
    [[nodiscard]] UniqueFd make_listener(const Endpoint& at);
    [[nodiscard]] int family() const noexcept { return family_; }  // of the sockets: AF_INET6 can call both

private:
    SocketSource(UniqueFd listener, UniqueFd caller, int family, const policy::Address& loopback)
        : listener_(std::move(listener)), caller_(std::move(caller)), family_(family), loopback_(loopback) {}
    [[nodiscard]] UniqueFd accept_caller();

    UniqueFd listener_, caller_;
    int family_;
    policy::Address loopback_;  // where the one calls the other
};

}  // namespace postern::network
