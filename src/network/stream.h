// One end of a connection that never waits: bytes in, bytes out, and whether the other end still sends or takes any.
#pragma once

#include "base/unique_fd.h"

#include <cstddef>
#include <cstdint>
#include <string>

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

    [[nodiscard]] bool ended() const noexcept { return ended_; }  // nothing more will come
    void take_no_more() noexcept { ended_ = true; }
    [[nodiscard]] bool deaf() const noexcept { return deaf_; }  // nothing more can be sent

private:
    UniqueFd fd_;
    bool ended_ = false, deaf_ = false, told_ = false;
};

}  // namespace postern::network
