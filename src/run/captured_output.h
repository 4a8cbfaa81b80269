// Keeps output within limits: its beginning, and its end if the middle is cut. Pure.
//
// Both streams share one limit, so that a command does not get twice as much by using both. The text keeps:
// - the first `head` bytes written, to either stream
// - the last `tail` bytes
// - in each stream with a gap, one line that says how much is missing
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

namespace postern::run {

struct OutputLimits {
    std::size_t head = 200'000;  // bytes
    std::size_t tail = 20'000;
    bool operator==(const OutputLimits&) const = default;
};

struct Captured {
    std::string text;            // with one line in the middle that says how much is missing
    std::uint64_t total = 0;     // bytes the command wrote
    std::uint64_t left_out = 0;  // bytes of `total` that are not in `text`
    bool operator==(const Captured&) const = default;

    [[nodiscard]] bool cut() const noexcept { return left_out > 0; }
};

enum class OutputStream : std::uint8_t { out, err };

class OutputKeeper {
public:
    explicit OutputKeeper(OutputLimits limits) : limits_(limits) {}

    // Returns how many of these bytes belong to the head and may be shown at once.
    std::size_t add(OutputStream stream, std::string_view bytes);
    // Returns the text after the head: all of it, or the line about the gap and the tail.
    [[nodiscard]] std::string rest(OutputStream stream) const;
    [[nodiscard]] Captured captured(OutputStream stream) const;

private:
    struct Piece {
        OutputStream stream;
        std::string bytes;
        std::size_t begin = 0;  // earlier bytes were dropped
    };
    struct Kept {
        std::string head;
        std::uint64_t total = 0, dropped = 0;
    };
    struct End {
        std::string text;
        std::uint64_t left_out = 0;
    };

    [[nodiscard]] std::size_t share_of_head(std::string_view bytes);
    void add_to_tail(OutputStream stream, std::string_view bytes);
    [[nodiscard]] End end_of(OutputStream stream) const;
    [[nodiscard]] Kept& kept(OutputStream stream) { return kept_[static_cast<std::size_t>(stream)]; }
    [[nodiscard]] const Kept& kept(OutputStream stream) const { return kept_[static_cast<std::size_t>(stream)]; }

    OutputLimits limits_;
    std::array<Kept, 2> kept_{};
    std::deque<Piece> tail_;  // in the order of writing; at most limits_.tail bytes
    std::size_t head_bytes_ = 0, tail_bytes_ = 0;
    bool head_full_ = false;
};

}  // namespace postern::run
