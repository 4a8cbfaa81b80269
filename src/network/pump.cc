#include "network/pump.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace postern::network {

bool Pump::move(Stream& from, Stream& to, std::uint64_t& count) {
    const bool sent = send_on(to, count);
    if (!empty() || from.ended()) return sent;
    if (passed_ >= kMuch && !to.cannot_send()) pipe_ = pipes_.take();
    const bool took = pipe_ ? take_into_pipe(from, to, count) : take_part(from, to, count);
    return sent || took;
}

bool Pump::send_on(Stream& to, std::uint64_t& count) {
    if (!pipe_) {
        const bool sent = to.send(waiting_, count);
        if (sent && waiting_.empty()) waiting_.shrink_to_fit();
        return sent;
    }
    const auto sent = to.write(*pipe_);
    count += sent.value_or(0);
    if (pipe_->held == 0 || to.cannot_send()) drop();
    return sent.has_value();
}

bool Pump::take_part(Stream& from, Stream& to, std::uint64_t& count) {
    std::array<char, kPart> part;  // filled by read
    const auto got = from.read(part);
    if (!got) return false;
    const std::string_view bytes(part.data(), *got);
    const std::size_t sent = bytes.empty() ? 0 : to.write(bytes).value_or(0);
    count += sent;
    passed_ = std::min(passed_ + sent, kMuch);
    if (!to.cannot_send()) waiting_ = bytes.substr(sent);
    return true;
}

bool Pump::take_into_pipe(Stream& from, Stream& to, std::uint64_t& count) {
    const auto got = from.read(*pipe_);
    if (pipe_->held == 0) {
        drop();
    } else {
        send_on(to, count);
    }
    return got.has_value();
}

void Pump::drop() {
    if (pipe_) pipes_.give_back(*std::exchange(pipe_, std::nullopt));
}

}  // namespace postern::network
