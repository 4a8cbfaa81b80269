#include "network/stream.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

namespace postern::network {
namespace {

template <class Call>
ssize_t uninterrupted(const Call& call) {
    ssize_t result = call();
    while (result < 0 && errno == EINTR) result = call();
    return result;
}

ssize_t splice_without_waiting(int from, int to, std::size_t most) {
    return uninterrupted([&] { return ::splice(from, nullptr, to, nullptr, most, SPLICE_F_MOVE | SPLICE_F_NONBLOCK); });
}

}  // namespace

std::optional<Pipe> Pipes::take() {
    if (lent_ == kMost) return std::nullopt;
    if (free_.empty()) {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return std::nullopt;
        (void)::fcntl(ends[1], F_SETPIPE_SZ, static_cast<int>(Pipe::kSize));  // a smaller pipe is slower, but works
        free_.push_back({.out = UniqueFd(ends[0]), .in = UniqueFd(ends[1])});
    }
    Pipe pipe = std::move(free_.back());
    free_.pop_back();
    ++lent_;
    return pipe;
}

void Pipes::give_back(Pipe pipe) {
    --lent_;
    if (pipe.bytes == 0) free_.push_back(std::move(pipe));
}

std::optional<std::size_t> Stream::after_reading(ssize_t got) {
    if (got < 0 && errno == EAGAIN) {
        would_block_ = true;
        return std::nullopt;
    }
    if (got <= 0) ended_ = true;
    return static_cast<std::size_t>(std::max<ssize_t>(got, 0));
}

std::optional<std::size_t> Stream::after_writing(ssize_t sent) {
    if (sent < 0 && errno == EAGAIN) return std::nullopt;
    if (sent < 0) cannot_send_ = true;
    return static_cast<std::size_t>(std::max<ssize_t>(sent, 0));
}

std::optional<std::size_t> Stream::read(std::span<char> into) {
    if (would_block_) return std::nullopt;
    return after_reading(uninterrupted([&] { return ::recv(fd_.get(), into.data(), into.size(), MSG_DONTWAIT); }));
}

std::optional<std::size_t> Stream::write(std::string_view bytes) {
    return after_writing(
        uninterrupted([&] { return ::send(fd_.get(), bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL); }));
}

std::optional<std::size_t> Stream::read(Pipe& into) {
    if (would_block_) return std::nullopt;
    const auto got = after_reading(splice_without_waiting(fd_.get(), into.in.get(), Pipe::kSize));
    into.bytes += got.value_or(0);
    return got;
}

std::optional<std::size_t> Stream::write(Pipe& from) {
    const auto sent = after_writing(splice_without_waiting(from.out.get(), fd_.get(), from.bytes));
    from.bytes -= sent.value_or(0);
    return sent;
}

bool Stream::receive(std::string& into, std::size_t most) {
    if (ended_ || into.size() >= most) return false;
    std::array<char, 64U << 10U> part;  // filled by read
    const auto got = read(std::span(part).first(std::min(part.size(), most - into.size())));
    into.append(part.data(), got.value_or(0));
    return got.has_value();
}

bool Stream::send(std::string& from, std::uint64_t& count) {
    if (cannot_send_) from.clear();
    if (from.empty()) return false;
    const auto sent = write(from);
    from.erase(0, sent.value_or(0));
    count += sent.value_or(0);
    return sent.has_value();
}

bool Stream::hung_up() const noexcept {
    tcp_info info{};
    socklen_t size = sizeof info;
    return ::getsockopt(fd_.get(), IPPROTO_TCP, TCP_INFO, &info, &size) == 0 && info.tcpi_state != TCP_ESTABLISHED;
}

void Stream::end_sending() {
    if (!std::exchange(end_sent_, true)) (void)::shutdown(fd_.get(), SHUT_WR);
}

}  // namespace postern::network
