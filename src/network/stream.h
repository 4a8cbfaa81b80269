// One end of a connection that never waits: bytes in, bytes out, and whether the other end still sends or takes any.
#pragma once

#include "base/unique_fd.h"
#include "network/pipes.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace postern::network {

class Stream {
public:
    explicit Stream(UniqueFd fd = UniqueFd()) : fd_(std::move(fd)) {}

    [[nodiscard]] int fd() const noexcept { return fd_.get(); }
    explicit operator bool() const noexcept { return static_cast<bool>(fd_); }
    void close() noexcept { fd_.reset(); }

    // Both are true if something happened: bytes, or the end.
    [[nodiscard]] bool receive(std::string& into, std::size_t most);
    [[nodiscard]] bool send(std::string& from, std::uint64_t& count);
    void end_sending();  // once

    // A stream that has said that there is nothing now is not asked again before this.
    void look_again() noexcept { dry_ = false; }

    // How many bytes; none: it ended, or became deaf. Nothing: there are none now, or no room for any.
    [[nodiscard]] std::optional<std::size_t> read(std::span<char> into);
    [[nodiscard]] std::optional<std::size_t> write(std::string_view bytes);
    // The same by way of a pipe. SIGPIPE has to be blocked or ignored: a deaf end raises it.
    [[nodiscard]] std::optional<std::size_t> read(Pipe& into);
    [[nodiscard]] std::optional<std::size_t> write(Pipe& from);

    [[nodiscard]] bool ended() const noexcept { return ended_; }  // nothing more will come
    void take_no_more() noexcept { ended_ = true; }
    [[nodiscard]] bool hung_up() const noexcept;  // the other end has said that it sends no more, read or not
    [[nodiscard]] bool deaf() const noexcept { return deaf_; }  // nothing more can be sent

private:
    [[nodiscard]] std::optional<std::size_t> after_reading(ssize_t got);
    [[nodiscard]] std::optional<std::size_t> after_writing(ssize_t sent);

    UniqueFd fd_;
    bool ended_ = false, deaf_ = false, told_ = false, dry_ = false;
};

}  // namespace postern::network
