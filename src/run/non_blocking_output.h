// One of our own outputs, written to without ever waiting: a reader that pauses must not stop the supervisor.
#pragma once

#include "base/unique_fd.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace postern::run {

class NonBlockingOutput {
public:
    explicit NonBlockingOutput(int fd);  // does not own it

    [[nodiscard]] int fd() const noexcept { return own_ ? own_.get() : fd_; }  // to poll for room
    // How much was taken; 0 when there is no room now. Nothing: it failed, errno says why (EPIPE: the reader is gone).
    [[nodiscard]] std::optional<std::size_t> write(std::string_view bytes) const;

private:
    enum class How : std::uint8_t { plainly, in_small_parts, as_socket };

    int fd_;
    UniqueFd own_;  // the same pipe or terminal opened anew: O_NONBLOCK on fd_ itself would change it for others too
    How how_ = How::plainly;
};

}  // namespace postern::run
