#include "network/pump.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace postern::network {

bool Pump::move(Stream& from, Stream& to, std::uint64_t& count) {
    const bool sent = send_on(to, count);
    if (!empty() || from.ended()) return sent;
    if (sent_ >= kPipeAfter && !to.cannot_send()) pipe_ = pipes_.take();
    const bool took = pipe_ ? move_by_pipe(from, to, count) : move_by_buffer(from, to, count);
    return sent || took;
}

bool Pump::send_on(Stream& to, std::uint64_t& count) {
    if (!pipe_) {
        const bool sent = to.send(unsent_, count);
        if (sent && unsent_.empty()) unsent_.shrink_to_fit();
        return sent;
    }
    const auto sent = to.write(*pipe_);
    count += sent.value_or(0);
    if (pipe_->bytes == 0 || to.cannot_send()) return_pipe();
    return sent.has_value();
}

bool Pump::move_by_buffer(Stream& from, Stream& to, std::uint64_t& count) {
    std::array<char, kBufferSize> buffer;  // filled by read
    const auto got = from.read(buffer);
    if (!got) return false;
    const std::string_view bytes(buffer.data(), *got);
    const std::size_t sent = bytes.empty() ? 0 : to.write(bytes).value_or(0);
    count += sent;
    sent_ = std::min(sent_ + sent, kPipeAfter);
    if (!to.cannot_send()) unsent_ = bytes.substr(sent);
    return true;
}

bool Pump::move_by_pipe(Stream& from, Stream& to, std::uint64_t& count) {
    const auto got = from.read(*pipe_);
    if (pipe_->bytes == 0) {
        return_pipe();
    } else {
        send_on(to, count);
    }
    return got.has_value();
}

void Pump::return_pipe() {
    if (pipe_) pipes_.give_back(*std::exchange(pipe_, std::nullopt));
}

}  // namespace postern::network
