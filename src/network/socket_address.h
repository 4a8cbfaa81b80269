// Conversion between our addresses and the kernel's.
#pragma once

#include "policy/address.h"

#include <cstdint>
#include <optional>
#include <vector>

#include <sys/socket.h>

namespace postern::network {

struct Endpoint {
    policy::Address address{};
    std::uint16_t port = 0;
    bool operator==(const Endpoint&) const = default;
};

struct SocketAddress {
    sockaddr_storage storage{};
    socklen_t size = 0;

    [[nodiscard]] const sockaddr* get() const& noexcept { return reinterpret_cast<const sockaddr*>(&storage); }
};

// `family` is the socket's, AF_INET or AF_INET6. An IPv6 socket gets IPv4 addresses in mapped form.
[[nodiscard]] SocketAddress socket_address(const Endpoint& endpoint, int family);
// Uses the family of the address.
[[nodiscard]] SocketAddress socket_address(const Endpoint& endpoint);

// Returns the address with IPv4-mapped ones as IPv4, or nullopt if the socket has none or is not an internet socket.
[[nodiscard]] std::optional<Endpoint> local_end(int socket);
[[nodiscard]] std::optional<Endpoint> remote_end(int socket);

// Returns the addresses of all interfaces of this machine, or nullopt if they cannot be read.
[[nodiscard]] std::optional<std::vector<policy::Address>> own_addresses();

// Returns 0, or an errno.
[[nodiscard]] int bind_to(int socket, const Endpoint& endpoint);

}  // namespace postern::network
