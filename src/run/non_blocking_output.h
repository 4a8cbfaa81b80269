// One of our own outputs, written to without blocking, so that a reader that pauses cannot stop the run loop.
#pragma once

#include "base/unique_fd.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace postern::run {

class NonBlockingOutput {
public:
    explicit NonBlockingOutput(int fd);  // does not own the descriptor

    [[nodiscard]] int fd() const noexcept { return own_ ? own_.get() : fd_; }  // for poll
    // Returns the number of bytes written, 0 if there is no room now, or nullopt with errno set on failure (EPIPE if
    // the reader is gone).
    [[nodiscard]] std::optional<std::size_t> write(std::string_view bytes) const;

private:
    enum class How : std::uint8_t { plainly, in_small_parts, as_socket };

    int fd_;
    UniqueFd own_;  // the same file opened anew, because O_NONBLOCK on fd_ would affect all processes that share it
    How how_ = How::plainly;
};

}  // namespace postern::run
