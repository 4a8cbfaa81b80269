// One end of a connection, used without ever blocking: bytes in, bytes out, and whether the peer still sends or
// receives.
#pragma once

#include "base/unique_fd.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace postern::network {

// A pipe that moves bytes from one socket to another inside the kernel (splice).
struct Pipe {
    static constexpr std::size_t kSize = std::size_t{512} << 10U;  // larger ones are no faster
    UniqueFd out, in;
    std::size_t bytes = 0;  // bytes in the pipe
};

// Lends pipes to all connections. A connection needs one only while bytes are in it, so a few are enough; they are made
// on first use.
class Pipes {
public:
    static constexpr std::size_t kMost = 16;  // together, an eighth of the pipe memory that the kernel gives one user

    // Returns nullopt if all pipes are in use, or no more can be made now.
    [[nodiscard]] std::optional<Pipe> take();
    void give_back(Pipe pipe);  // closes a pipe that is not empty

private:
    std::vector<Pipe> free_{};
    std::size_t lent_ = 0;
};

class Stream {
public:
    explicit Stream(UniqueFd fd = UniqueFd()) : fd_(std::move(fd)) {}

    [[nodiscard]] int fd() const noexcept { return fd_.get(); }
    explicit operator bool() const noexcept { return static_cast<bool>(fd_); }
    void close() noexcept { fd_.reset(); }

    // Both return true if something happened: bytes moved, or an end was reached.
    [[nodiscard]] bool receive(std::string& into, std::size_t most);
    [[nodiscard]] bool send(std::string& from, std::uint64_t& count);
    void end_sending();  // has an effect once

    // Allows reading again. A stream that had no bytes is not read again before this call, which saves system calls.
    void allow_reading() noexcept { would_block_ = false; }

    // Both return the number of bytes, 0 if the stream ended or the peer takes no more, or nullopt if there are no
    // bytes or no room now.
    [[nodiscard]] std::optional<std::size_t> read(std::span<char> into);
    [[nodiscard]] std::optional<std::size_t> write(std::string_view bytes);
    // The same with a pipe instead of a buffer. SIGPIPE must be blocked or ignored: writing to a closed peer raises it.
    [[nodiscard]] std::optional<std::size_t> read(Pipe& into);
    [[nodiscard]] std::optional<std::size_t> write(Pipe& from);

    [[nodiscard]] bool ended() const noexcept { return ended_; }  // nothing more will come
    void ignore_input() noexcept { ended_ = true; }
    [[nodiscard]] bool hung_up() const noexcept;  // the peer has shut down its side, even if unread bytes are left
    [[nodiscard]] bool cannot_send() const noexcept { return cannot_send_; }  // nothing more can be sent

private:
    [[nodiscard]] std::optional<std::size_t> after_reading(ssize_t got);
    [[nodiscard]] std::optional<std::size_t> after_writing(ssize_t sent);

    UniqueFd fd_;
    bool ended_ = false, cannot_send_ = false, end_sent_ = false, would_block_ = false;
};

}  // namespace postern::network
