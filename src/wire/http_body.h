// Where the body of a request ends: nothing behind it may be forwarded, it could be another request that nobody judged.
//
// Chunks are read strictly: up to 15 hexadecimal digits, no extensions, CRLF. Trailers are headers, 8 KiB in all, and
// do not tell about the body or the host again.
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

    // How many of `bytes`, which follow those taken before, belong to the body. Fewer than all only if the body ends
    // there. After a BadRequest the connection is of no use: every further answer is the same.
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
    std::uint64_t left_ = 0;    // of the data or the chunk
    std::size_t digits_ = 0;    // of the chunk's size
    std::size_t trailers_ = 0;  // bytes
    std::string line_;          // of the trailers, as far as it was read
    BadRequest wrong_{};
};

}  // namespace postern::wire
