// Moves bytes from one end of a connection to the other. Bytes are sent on at once; only those that the receiver does
// not take yet are kept, and nothing more is read until they are sent. So an idle connection holds no memory, and a
// busy one at most one part. After kMuch bytes, the rest moves inside the kernel.
#pragma once

#include "network/pipes.h"
#include "network/stream.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace postern::network {

class Pump {
public:
    static constexpr std::size_t kPart = std::size_t{64} << 10U;   // most bytes read at once
    static constexpr std::size_t kMuch = std::size_t{256} << 10U;  // bytes sent on before a pipe is used

    explicit Pump(Pipes& pipes) : pipes_(pipes) {}  // must outlive the pump
    ~Pump() { drop(); }
    Pump(const Pump&) = delete;
    Pump& operator=(const Pump&) = delete;

    // Adds the bytes sent to `count`. Returns true if bytes moved or an end was reached. Bytes for a receiver that
    // takes no more are dropped.
    [[nodiscard]] bool move(Stream& from, Stream& to, std::uint64_t& count);
    [[nodiscard]] bool empty() const noexcept { return waiting_.empty() && !pipe_; }

private:
    bool send_on(Stream& to, std::uint64_t& count);
    bool take_part(Stream& from, Stream& to, std::uint64_t& count);
    bool take_into_pipe(Stream& from, Stream& to, std::uint64_t& count);
    void drop();

    Pipes& pipes_;
    std::optional<Pipe> pipe_{};  // only while bytes are in it
    std::string waiting_{};       // read, but not sent; always empty while there is a pipe
    std::size_t passed_ = 0;      // bytes sent on, counted up to kMuch
};

}  // namespace postern::network
