#include "service/client.h"

#include "base/file.h"
#include "base/io.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include <poll.h>
#include <unistd.h>

namespace postern::service {
namespace {

constexpr std::chrono::milliseconds kPatience{5000};

}  // namespace

Result<Client> Client::send(const AbsPath& state_home, approval::BrokerRequest request) {
    auto access = approval::read_access(state_home);
    if (!access) return tl::unexpected<Error>(access.error());
    auto socket = access->socket.empty() ? fail(Errc::io, "") : approval::connect_to(access->socket);
    if (!socket) return fail(Errc::io, "no broker is there; start one with `postern serve`");
    Client out(std::move(*socket));
    out.token_ = access->token;
    const auto line = out.read_line(kPatience);
    if (!line) return fail(Errc::io, "the broker does not want this: " + line.error().what + " (see its log)");
    auto nonce = approval::parse_hello(*line);
    if (!nonce) return tl::unexpected<Error>(nonce.error());
    out.challenge_.nonce = std::move(*nonce);
    request.challenge = approval::random_hex(approval::kTokenBytes);
    const std::string text =
        approval::signed_line(out.token_, approval::Speaker::client, out.challenge_, approval::request_body(request));
    out.challenge_.counter = request.challenge;
    if (!write_all_within(kPatience, out.socket_.get(), text)) {
        return fail(Errc::io, describe_errno("the broker does not listen", errno));
    }
    return out;
}

Result<approval::BrokerReply> Client::next(std::optional<std::chrono::milliseconds> patience) {
    const auto line = read_line(patience);
    if (!line) return tl::unexpected<Error>(line.error());
    const auto said = approval::parse_signed(*line);
    if (!said || !approval::is_genuine(token_, approval::Speaker::broker, challenge_, *said)) {
        return fail(Errc::invalid, "what answers there is not the broker");
    }
    return approval::parse_reply(said->body);
}

Result<std::string> Client::read_line(std::optional<std::chrono::milliseconds> patience) {
    const auto until = std::chrono::steady_clock::now() + patience.value_or(std::chrono::milliseconds(0));
    for (;;) {
        if (const std::size_t end = received_.find('\n'); end != std::string::npos) {
            std::string line = received_.substr(0, end);
            received_.erase(0, end + 1);
            return line;
        }
        if (received_.size() > 2 * approval::kLongestReply) return fail(Errc::io, "it says too much");
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
        pollfd readable{.fd = socket_.get(), .events = POLLIN, .revents = 0};
        const int ready = ::poll(&readable, 1, patience ? static_cast<int>(std::max<long>(left.count(), 0)) : -1);
        if (ready < 0 && errno == EINTR) continue;
        if (ready == 0) return fail(Errc::io, "it does not answer");
        std::array<char, 4096> block;  // filled by read
        const ssize_t got = ::read(socket_.get(), block.data(), block.size());
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (got <= 0) return fail(Errc::io, "the connection has ended");
        received_.append(block.data(), static_cast<std::size_t>(got));
    }
}

}  // namespace postern::service
