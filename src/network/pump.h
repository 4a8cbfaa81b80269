// Bytes on their way from one end of a connection to the other. What is taken is sent on at once; only what the far end
// does not take yet is kept, and then nothing more is taken. So a connection at rest holds no memory, and a busy one no
// more than one part. Where much flows, the bytes do not come out of the kernel.
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
    static constexpr std::size_t kPart = std::size_t{64} << 10U;   // taken at once
    static constexpr std::size_t kMuch = std::size_t{256} << 10U;  // sent on; then by way of a pipe

    explicit Pump(Pipes& pipes) : pipes_(pipes) {}  // which outlive it
    ~Pump() { drop(); }
    Pump(const Pump&) = delete;
    Pump& operator=(const Pump&) = delete;

    // `count`: bytes sent, added. True if something happened: bytes, or an end. What a deaf end should get is dropped.
    [[nodiscard]] bool move(Stream& from, Stream& to, std::uint64_t& count);
    [[nodiscard]] bool empty() const noexcept { return waiting_.empty() && !pipe_; }

private:
    bool send_on(Stream& to, std::uint64_t& count);
    bool take_part(Stream& from, Stream& to, std::uint64_t& count);
    bool take_into_pipe(Stream& from, Stream& to, std::uint64_t& count);
    void drop();

    Pipes& pipes_;
    std::optional<Pipe> pipe_{};  // only while something is in it
    std::string waiting_{};       // never with a pipe
    std::size_t passed_ = 0;      // up to kMuch
};

}  // namespace postern::network
