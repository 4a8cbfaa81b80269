#include "run/init_socket.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <sys/socket.h>

namespace postern::run {
namespace {

using backend::init::Order;
using backend::init::Report;
using backend::init::ReportKind;

constexpr std::size_t kMostDescriptors = 8;  // more than any packet has; the kernel drops the rest

std::vector<UniqueFd> descriptors_in(msghdr& message) {
    std::vector<UniqueFd> out;
    for (cmsghdr* c = CMSG_FIRSTHDR(&message); c != nullptr; c = CMSG_NXTHDR(&message, c)) {
        if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS) continue;
        const std::size_t bytes = c->cmsg_len - CMSG_LEN(0);
        for (std::size_t at = 0; at + sizeof(int) <= bytes; at += sizeof(int)) {
            int fd = -1;
            std::memcpy(&fd, CMSG_DATA(c) + at, sizeof fd);
            out.emplace_back(fd);
        }
    }
    return out;
}

bool known(const Report& report) {
    return static_cast<std::uint32_t>(report.kind) <= static_cast<std::uint32_t>(ReportKind::lingering);
}

}  // namespace

Reception InitSocket::receive(Packet& packet) {
    if (!fd_) return Reception::closed;
    std::array<char, sizeof(Report) + 1> bytes{};  // one byte more than a packet, to notice a longer one
    alignas(cmsghdr) std::array<char, CMSG_SPACE(kMostDescriptors * sizeof(int))> ancillary{};
    iovec part{.iov_base = bytes.data(), .iov_len = bytes.size()};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = ancillary.data();
    message.msg_controllen = ancillary.size();
    ssize_t got = -1;
    do {
        // ECONNRESET is reported once if the peer closed with orders unread. Its last packets can still be read.
        got = ::recvmsg(fd_.get(), &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    } while (got < 0 && (errno == EINTR || errno == ECONNRESET));
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return Reception::nothing;
    if (got <= 0) return Reception::closed;

    std::vector<UniqueFd> descriptors = descriptors_in(message);
    if (static_cast<std::size_t>(got) != sizeof(Report)) return Reception::garbage;
    if ((message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) != 0) return Reception::garbage;
    std::memcpy(&packet.report, bytes.data(), sizeof(Report));
    if (!known(packet.report)) return Reception::garbage;
    if (descriptors.empty() == (packet.report.kind == ReportKind::descriptors)) return Reception::garbage;
    packet.descriptors = std::move(descriptors);
    return Reception::packet;
}

bool InitSocket::send(backend::init::OrderKind kind, std::uint32_t value) {
    if (!fd_) return false;
    const Order order{.kind = kind, .value = value};
    ssize_t sent = -1;
    do {
        sent = ::send(fd_.get(), &order, sizeof order, MSG_DONTWAIT | MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    const bool ended = sent < 0 && (errno == EPIPE || errno == ECONNRESET);
    return ended || sent == static_cast<ssize_t>(sizeof order);
}

}  // namespace postern::run
