#include "network/socket_source.h"

#include <cerrno>
#include <chrono>

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>

namespace postern::network {
namespace {

using policy::Family;

constexpr timeval kPatience{.tv_sec = 0, .tv_usec = 20'000};
constexpr int kStrangers = 16;  // foreign connections to the listener to skip, all within kPatience

// Dissolves the connection or the listening state, so that the socket can be used like a new one.
bool take_apart(int socket) {
    const sockaddr nobody{.sa_family = AF_UNSPEC, .sa_data = {}};
    if (::connect(socket, &nobody, sizeof nobody) != 0) return false;
    int error = 0;  // error of the dissolved connection; reading clears it, or the next connection would report it
    socklen_t size = sizeof error;
    return ::getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) == 0;
}

void set_patience(int socket, int option) {
    (void)::setsockopt(socket, SOL_SOCKET, option, &kPatience, sizeof kPatience);
}

}  // namespace

std::optional<SocketSource> SocketSource::open(UniqueFd listener, UniqueFd caller) {
    int family = AF_UNSPEC;
    socklen_t size = sizeof family;
    if (::getsockopt(listener.get(), SOL_SOCKET, SO_DOMAIN, &family, &size) != 0) return std::nullopt;
    set_patience(listener.get(), SO_RCVTIMEO);
    set_patience(caller.get(), SO_SNDTIMEO);
    SocketSource source(std::move(listener), std::move(caller), family,
                        policy::Address::loopback(family == AF_INET ? Family::v4 : Family::v6));
    if (source.make()) return source;
    // IPv6 may be compiled in and switched off. A socket that was made by way of IPv4 can only connect to IPv4.
    source.loopback_ = policy::Address::loopback(Family::v4);
    if (source.make()) return source;
    return std::nullopt;
}

UniqueFd SocketSource::make() {
    // Bind to the wildcard address: a socket accepted at a specific one could not be bound to the other family later.
    // The port differs each time, since a dissolved listener has released its own.
    const policy::Address any{.family = family_ == AF_INET ? Family::v4 : Family::v6};
    if (const int error = bind_to(listener_.get(), {any, 0}); error != 0) return errno = error, UniqueFd();
    if (::listen(listener_.get(), 1) != 0) return UniqueFd();
    const auto bound = local_end(listener_.get());
    if (!bound) return UniqueFd();
    const SocketAddress at = socket_address({loopback_, bound->port}, family_);
    UniqueFd made;
    if (::connect(caller_.get(), at.get(), at.size) == 0) made = accept_caller();
    const int error = errno;
    const bool ready = take_apart(listener_.get()) && take_apart(caller_.get());
    if (made && (!ready || !take_apart(made.get()))) made.reset();
    errno = error;
    return made;
}

UniqueFd SocketSource::accept_caller() {
    const auto caller = local_end(caller_.get());
    const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(kPatience.tv_usec);
    for (int i = 0; i < kStrangers && std::chrono::steady_clock::now() < end; ++i) {
        UniqueFd made(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (!made || (caller && remote_end(made.get()) == caller)) return made;
    }
    errno = EAGAIN;
    return UniqueFd();
}

UniqueFd SocketSource::make_listener(const Endpoint& at) {
    UniqueFd made = make();
    if (!made) return made;
    const int error = bind_to(made.get(), at);
    if (error != 0) {
        made.reset();
        errno = error;
    } else if (::listen(made.get(), SOMAXCONN) != 0) {
        made.reset();
    }
    return made;
}

}  // namespace postern::network
