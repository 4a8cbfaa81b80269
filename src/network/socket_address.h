// Addresses as the kernel takes and gives them.
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

// `family`: of the socket, AF_INET or AF_INET6. One of IPv6 takes IPv4 addresses as mapped ones.
[[nodiscard]] SocketAddress socket_address(const Endpoint& endpoint, int family);
// Of the family that the address has.
[[nodiscard]] SocketAddress socket_address(const Endpoint& endpoint);

// Mapped addresses as what they are. Nothing: it has none, or it is no socket of the internet.
[[nodiscard]] std::optional<Endpoint> local_end(int socket);
[[nodiscard]] std::optional<Endpoint> remote_end(int socket);

// Of this machine, by all its interfaces. Nothing: they cannot be found out.
[[nodiscard]] std::optional<std::vector<policy::Address>> own_addresses();

// 0, or an errno.
[[nodiscard]] int bind_to(int socket, const Endpoint& endpoint);

}  // namespace postern::network
