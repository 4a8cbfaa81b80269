// Finds the end of a request's body. Bytes behind it must not be forwarded: they could be another request that was not
// judged.
//
// Chunks are parsed strictly: up to 15 hexadecimal digits, no extensions, CRLF. Trailers are headers of 8 KiB in all,
// and may not repeat headers about the length, the connection or the host.
#pragma once

#include "wire/http_head.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace postern::wire {

inline constexpr std::size_t kTrailerLimit = std::size_t{8} * 1024;  // bytes, with the empty line at the end

class BodyReader {
public:
    explicit BodyReader(const Head& head);

    // Returns how many of `bytes`, which follow those of earlier calls, belong to the body; fewer than all only if the
    // body ends there. After a BadRequest every further call returns the same, and the connection must be closed.
    [[nodiscard]] std::variant<std::size_t, BadRequest> take(std::string_view bytes);

    [[nodiscard]] bool done() const noexcept { return state_ == State::done; }

private:
    enum class State : std::uint8_t { data, size, size_end, chunk, chunk_end, chunk_end_lf, trailer, done, bad };

    void count(std::string_view& bytes);
    void take_size(char c);
    void take_trailer(char c);
    void expect(char c, char wanted, State next);
    void refuse(std::string reason, int status = 400);

    State state_;
    std::uint64_t bytes_left_ = 0;  // bytes of the data or the chunk
    std::size_t digits_ = 0;        // read of the chunk's size
    std::size_t trailers_ = 0;      // bytes
    std::string line_;              // current line of the trailers, as far as read
    BadRequest error_{};
};

}  // namespace postern::wire
