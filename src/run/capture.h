// Reads the command's stdout and stderr through pipes into an OutputKeeper, and writes them to our own outputs if
// wanted. Never blocks: while one of our outputs has no room, that stream is not read, so that the command waits
// instead.
#pragma once

#include "base/result.h"
#include "base/unique_fd.h"
#include "run/captured_output.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <poll.h>

namespace postern::run {

// One of our own outputs, written to without blocking, so that a reader that pauses cannot stop the run loop.
class NonBlockingOutput {
public:
    explicit NonBlockingOutput(int fd);  // does not own the descriptor

    [[nodiscard]] int fd() const noexcept { return reopened_ ? reopened_.get() : fd_; }  // for poll
    // Returns the number of bytes written, 0 if there is no room now, or nullopt with errno set on failure (EPIPE if
    // the reader is gone).
    [[nodiscard]] std::optional<std::size_t> write(std::string_view bytes) const;

private:
    enum class How : std::uint8_t { plainly, in_small_parts, as_socket };

    int fd_;
    // The same file opened anew, because O_NONBLOCK on fd_ would affect all processes that share it.
    UniqueFd reopened_;
    How how_ = How::plainly;
};

enum class PassThrough : std::uint8_t { no, yes };

class Capture {
public:
    [[nodiscard]] static Result<Capture> open(OutputLimits limits, PassThrough pass_through);

    [[nodiscard]] int child_end(OutputStream stream) const { return at(stream).child_end.get(); }
    void close_child_ends();

    // Adds one entry per stream. `serve` gets a pointer to these two entries.
    void add_to(std::vector<pollfd>& polled) const;
    void serve(const pollfd* entries);

    // Notes that no process of the run writes any more. Bytes in the pipes are still read, later ones by others are
    // not.
    void child_ended();
    // Returns whether everything is read and passed on.
    [[nodiscard]] bool done() const;
    // Drops all output that was not passed on yet.
    void give_up();

    [[nodiscard]] Captured captured(OutputStream stream) const { return keeper_.captured(stream); }
    [[nodiscard]] int write_error() const noexcept { return write_error_; }  // errno of our own outputs, or 0

private:
    struct Channel {
        UniqueFd source, child_end;
        std::optional<NonBlockingOutput> output{};
        std::string pending{};                    // read, not passed on yet
        std::optional<std::size_t> bytes_left{};  // after the end: bytes still to be read
    };

    explicit Capture(OutputLimits limits) : keeper_(limits) {}
    [[nodiscard]] Channel& at(OutputStream stream) { return channels_[static_cast<std::size_t>(stream)]; }
    [[nodiscard]] const Channel& at(OutputStream stream) const { return channels_[static_cast<std::size_t>(stream)]; }
    void read(OutputStream stream);
    void flush(Channel& channel);
    void pass_rest_on();

    OutputKeeper keeper_;
    std::array<Channel, 2> channels_{};
    int write_error_ = 0;
    bool rest_passed_on_ = false;
};

}  // namespace postern::run
