#include "wire/http_body.h"

#include <algorithm>
#include <array>

namespace postern::wire {
namespace {

constexpr std::size_t kSizeDigits = 15;

int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

// Headers that would come too late in the trailers to have an effect here, but might have one for another server.
constexpr std::array<std::string_view, 4> kNotInTrailers = {"content-length", "transfer-encoding", "host",
                                                            "connection"};

}  // namespace

BodyReader::BodyReader(const Head& head) : state_(State::done) {
    if (head.chunked) {
        state_ = State::size;
    } else if (head.content_length.value_or(0) != 0) {
        state_ = State::data;
        bytes_left_ = *head.content_length;
    }
}

std::variant<std::size_t, BadRequest> BodyReader::take(std::string_view bytes) {
    const std::size_t given = bytes.size();
    while (!bytes.empty() && state_ != State::done && state_ != State::bad) {
        if (state_ == State::data || state_ == State::chunk) {
            count(bytes);
            continue;
        }
        const char c = bytes.front();
        bytes.remove_prefix(1);
        switch (state_) {
            case State::size: take_size(c); break;
            case State::size_end: expect(c, '\n', bytes_left_ == 0 ? State::trailer : State::chunk); break;
            case State::chunk_end: expect(c, '\r', State::chunk_end_lf); break;
            case State::chunk_end_lf: expect(c, '\n', State::size); break;
            case State::trailer: take_trailer(c); break;
            case State::data:
            case State::chunk:
            case State::done:
            case State::bad: break;
        }
    }
    if (state_ == State::bad) return error_;
    return given - bytes.size();
}

// Counts data without reading it.
void BodyReader::count(std::string_view& bytes) {
    const auto some = static_cast<std::size_t>(std::min<std::uint64_t>(bytes_left_, bytes.size()));
    bytes.remove_prefix(some);
    bytes_left_ -= some;
    if (bytes_left_ == 0) state_ = state_ == State::data ? State::done : State::chunk_end;
}

void BodyReader::take_size(char c) {
    if (const int value = hex_value(c); value >= 0) {
        if (++digits_ > kSizeDigits) return refuse("a chunk's size has more than 15 digits");
        bytes_left_ = bytes_left_ * 16 + static_cast<std::uint64_t>(value);
        return;
    }
    if (digits_ == 0) return refuse("a chunk does not begin with its size");
    if (c == ';') return refuse("a chunk has extensions");
    if (c != '\r') return refuse("a chunk's size is not a hexadecimal number");
    digits_ = 0;
    state_ = State::size_end;
}

void BodyReader::expect(char c, char wanted, State next) {
    if (c != wanted) {
        return refuse(state_ == State::size_end ? "a chunk's size does not end in CRLF"
                                                : "a chunk is longer than its size");
    }
    state_ = next;
}

void BodyReader::take_trailer(char c) {
    if (++trailers_ > kTrailerLimit) return refuse("the trailers are longer than 8 KiB", 431);
    const bool after_cr = line_.ends_with('\r');
    line_ += c;
    if (c != '\n' && !after_cr) {
        // The line goes on. Check only the new byte, so that the cost of a long line stays linear.
        const auto alone = next_line(std::string_view(&c, 1));
        if (const auto* wrong = std::get_if<BadRequest>(&alone)) refuse("the trailers: " + wrong->reason);
        return;
    }
    const auto next = next_line(line_);
    if (const auto* wrong = std::get_if<BadRequest>(&next)) return refuse("the trailers: " + wrong->reason);
    const auto line = std::get<std::string_view>(next);
    if (line.empty()) {
        state_ = State::done;
        return;
    }
    const auto header = parse_header_line(line);
    if (const auto* wrong = std::get_if<BadRequest>(&header)) return refuse("the trailers: " + wrong->reason);
    if (std::ranges::find(kNotInTrailers, std::get<Header>(header).name) != kNotInTrailers.end()) {
        return refuse("a header among the trailers that belongs into the head");
    }
    line_.clear();
}

void BodyReader::refuse(std::string reason, int status) {
    state_ = State::bad;
    error_ = {.status = status, .reason = std::move(reason)};
}

}  // namespace postern::wire
