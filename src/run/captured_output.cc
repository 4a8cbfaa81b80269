#include "run/captured_output.h"

#include <algorithm>
#include <utility>

namespace postern::run {
namespace {

constexpr std::size_t kMergeBelow = 4096;  // adjacent pieces of one stream are merged up to this size

bool continues_character(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

// Counts the bytes at the beginning that belong to a UTF-8 character whose start is missing.
std::size_t broken_beginning(std::string_view text) {
    std::size_t count = 0;
    while (count < 3 && count < text.size() && continues_character(text[count])) ++count;
    return count;
}

// Returns the largest cut at or before `at` that does not divide a UTF-8 character. Other bytes are cut anywhere.
std::size_t whole_characters(std::string_view text, std::size_t at) {
    std::size_t cut = at;
    while (cut > 0 && at - cut < 3 && continues_character(text[cut])) --cut;
    return continues_character(text[cut]) ? at : cut;
}

std::string mark(std::uint64_t bytes) {
    return "[postern: " + std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes") + " left out]\n";
}

}  // namespace

std::size_t OutputKeeper::share_of_head(std::string_view bytes) {
    if (head_full_) return 0;
    const std::size_t room = limits_.head - head_bytes_;
    if (bytes.size() <= room) return bytes.size();
    head_full_ = true;
    return whole_characters(bytes, room);
}

std::size_t OutputKeeper::add(OutputStream stream, std::string_view bytes) {
    Kept& k = kept(stream);
    k.total += bytes.size();
    const std::size_t head = share_of_head(bytes);
    k.head.append(bytes.substr(0, head));
    head_bytes_ += head;
    if (head < bytes.size()) add_to_tail(stream, bytes.substr(head));
    return head;
}

void OutputKeeper::add_to_tail(OutputStream stream, std::string_view bytes) {
    if (!tail_.empty() && tail_.back().stream == stream && tail_.back().bytes.size() < kMergeBelow) {
        tail_.back().bytes.append(bytes);
    } else {
        tail_.push_back({.stream = stream, .bytes = std::string(bytes)});
    }
    tail_bytes_ += bytes.size();
    while (tail_bytes_ > limits_.tail) {
        Piece& first = tail_.front();
        const std::size_t drop = std::min(tail_bytes_ - limits_.tail, first.bytes.size() - first.begin);
        first.begin += drop;
        kept(first.stream).dropped += drop;
        tail_bytes_ -= drop;
        if (first.begin == first.bytes.size()) tail_.pop_front();
    }
}

OutputKeeper::End OutputKeeper::end_of(OutputStream stream) const {
    End end{.text = {}, .left_out = kept(stream).dropped};
    for (const Piece& piece : tail_) {
        if (piece.stream == stream) end.text.append(piece.bytes, piece.begin);
    }
    if (end.left_out == 0) return end;
    const std::size_t broken = broken_beginning(end.text);
    end.text.erase(0, broken);
    end.left_out += broken;
    return end;
}

std::string OutputKeeper::rest(OutputStream stream) const {
    End end = end_of(stream);
    if (end.left_out == 0) return std::move(end.text);
    const std::string& head = kept(stream).head;
    const std::string line_end = head.empty() || head.back() == '\n' ? "" : "\n";
    return line_end + mark(end.left_out) + end.text;
}

Captured OutputKeeper::captured(OutputStream stream) const {
    const Kept& k = kept(stream);
    return {.text = k.head + rest(stream), .total = k.total, .left_out = end_of(stream).left_out};
}

}  // namespace postern::run
