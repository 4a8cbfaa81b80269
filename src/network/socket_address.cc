#include "network/socket_address.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>

#include <ifaddrs.h>
#include <netinet/in.h>

namespace postern::network {
namespace {

constexpr std::size_t kMappedPrefix = 12;  // ten bytes 00, then two bytes ff

using Getter = int (*)(int, sockaddr*, socklen_t*);

std::optional<Endpoint> end_of(int socket, Getter get) {
    SocketAddress at{.size = sizeof at.storage};
    if (get(socket, reinterpret_cast<sockaddr*>(&at.storage), &at.size) != 0) return std::nullopt;
    const auto bytes =
        std::as_bytes(std::span(&at.storage, 1)).first(std::min<std::size_t>(at.size, sizeof at.storage));
    const auto address = policy::Address::from_sockaddr(bytes);
    if (!address) return std::nullopt;
    // The port has the same offset in sockaddr_in and sockaddr_in6.
    return Endpoint{address->unmapped(), ntohs(reinterpret_cast<const sockaddr_in&>(at.storage).sin_port)};
}

}  // namespace

SocketAddress socket_address(const Endpoint& endpoint, int family) {
    SocketAddress out;
    const bool is_v4 = endpoint.address.family == policy::Family::v4;
    if (family == AF_INET) {
        auto& v4 = reinterpret_cast<sockaddr_in&>(out.storage);
        v4.sin_family = AF_INET;
        v4.sin_port = htons(endpoint.port);
        std::memcpy(&v4.sin_addr, endpoint.address.bytes.data(), sizeof v4.sin_addr);
        out.size = sizeof v4;
        return out;
    }
    auto& v6 = reinterpret_cast<sockaddr_in6&>(out.storage);
    v6.sin6_family = AF_INET6;
    v6.sin6_port = htons(endpoint.port);
    if (is_v4) {
        v6.sin6_addr.s6_addr[kMappedPrefix - 2] = v6.sin6_addr.s6_addr[kMappedPrefix - 1] = 0xff;
        std::copy_n(endpoint.address.bytes.begin(), 4, v6.sin6_addr.s6_addr + kMappedPrefix);
    } else {
        std::ranges::copy(endpoint.address.bytes, v6.sin6_addr.s6_addr);
    }
    out.size = sizeof v6;
    return out;
}

SocketAddress socket_address(const Endpoint& endpoint) {
    return socket_address(endpoint, endpoint.address.family == policy::Family::v4 ? AF_INET : AF_INET6);
}

std::optional<Endpoint> local_end(int socket) {
    return end_of(socket, ::getsockname);
}

std::optional<Endpoint> remote_end(int socket) {
    return end_of(socket, ::getpeername);
}

std::optional<std::vector<policy::Address>> own_addresses() {
    std::vector<policy::Address> out;
    ifaddrs* all = nullptr;
    if (::getifaddrs(&all) != 0) return std::nullopt;
    for (const ifaddrs* each = all; each != nullptr; each = each->ifa_next) {
        if (each->ifa_addr == nullptr) continue;
        const int family = each->ifa_addr->sa_family;
        if (family != AF_INET && family != AF_INET6) continue;
        const std::size_t size = family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
        const std::span bytes(reinterpret_cast<const std::byte*>(each->ifa_addr), size);
        if (const auto address = policy::Address::from_sockaddr(bytes)) out.push_back(*address);
    }
    ::freeifaddrs(all);
    return out;
}

int bind_to(int socket, const Endpoint& endpoint) {
    int family = AF_UNSPEC;
    socklen_t size = sizeof family;
    if (::getsockopt(socket, SOL_SOCKET, SO_DOMAIN, &family, &size) != 0) return errno;
    if (family == AF_INET && endpoint.address.family == policy::Family::v6) return EAFNOSUPPORT;
    const SocketAddress at = socket_address(endpoint, family);
    return ::bind(socket, at.get(), at.size) == 0 ? 0 : errno;
}

}  // namespace postern::network
