// Moves bytes from one end of a connection to the other. Bytes are sent on at once; only those that the receiver does
// not take yet are kept, and nothing more is read until they are sent. So an idle connection holds no memory, and a
// busy one at most one buffer. After kPipeAfter bytes, the rest moves inside the kernel.
#pragma once

#include "network/stream.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace postern::network {

class Pump {
public:
    static constexpr std::size_t kBufferSize = std::size_t{64} << 10U;  // most bytes read at once
    static constexpr std::size_t kPipeAfter = std::size_t{256} << 10U;  // bytes sent on before a pipe is used

    explicit Pump(Pipes& pipes) : pipes_(pipes) {}  // must outlive the pump
    ~Pump() { return_pipe(); }
    Pump(const Pump&) = delete;
    Pump& operator=(const Pump&) = delete;

    // Adds the bytes sent to `count`. Returns true if bytes moved or an end was reached. Bytes for a receiver that
    // takes no more are dropped.
    [[nodiscard]] bool move(Stream& from, Stream& to, std::uint64_t& count);
    [[nodiscard]] bool empty() const noexcept { return unsent_.empty() && !pipe_; }

private:
    bool send_on(Stream& to, std::uint64_t& count);
    bool move_by_buffer(Stream& from, Stream& to, std::uint64_t& count);
    bool move_by_pipe(Stream& from, Stream& to, std::uint64_t& count);
    void return_pipe();

    Pipes& pipes_;
    std::optional<Pipe> pipe_{};  // only while bytes are in it
    std::string unsent_{};        // read, but not sent; always empty while there is a pipe
    std::size_t sent_ = 0;        // bytes sent on, counted up to kPipeAfter
};

}  // namespace postern::network
