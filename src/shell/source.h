// The text being read, one character at a time, with backslash-newline taken out the way bash takes it out: before
// anything else looks at the text, except where quoting forbids it (those readers use the raw calls).
#pragma once

#include <cstddef>
#include <string_view>

namespace postern::shell {

class SourceText {
public:
    static constexpr int kEnd = -1;

    explicit SourceText(std::string_view text) : text_(text), end_(text.size()) {}

    // The next character, or kEnd. Steps over line continuations first.
    [[nodiscard]] int peek() noexcept {
        while (pos_ + 1 < end_ && text_[pos_] == '\\' && text_[pos_ + 1] == '\n') pos_ += 2;
        return peek_raw();
    }
    // The one after it.
    [[nodiscard]] int peek_second() noexcept {
        if (peek() == kEnd) return kEnd;
        std::size_t at = pos_ + 1;
        while (at + 1 < end_ && text_[at] == '\\' && text_[at + 1] == '\n') at += 2;
        return at < end_ ? static_cast<unsigned char>(text_[at]) : kEnd;
    }
    [[nodiscard]] int peek_raw() const noexcept { return pos_ < end_ ? static_cast<unsigned char>(text_[pos_]) : kEnd; }
    void advance() noexcept {
        if (peek() != kEnd) ++pos_;
    }
    void advance_raw() noexcept {
        if (pos_ < end_) ++pos_;
    }
    bool take(char c) noexcept {
        if (peek() != static_cast<unsigned char>(c)) return false;
        ++pos_;
        return true;
    }

    [[nodiscard]] std::size_t pos() const noexcept { return pos_; }
    void seek(std::size_t pos) noexcept { pos_ = pos; }
    [[nodiscard]] std::size_t end() const noexcept { return end_; }
    [[nodiscard]] std::string_view text() const noexcept { return text_; }

    // Reads only [begin, end) while it lives; afterwards continues at `resume`.
    class Region {
    public:
        Region(SourceText& source, std::size_t begin, std::size_t end, std::size_t resume)
            : source_(source), old_end_(source.end_), resume_(resume) {
            source_.pos_ = begin;
            source_.end_ = end;
        }
        Region(const Region&) = delete;
        Region& operator=(const Region&) = delete;
        ~Region() {
            source_.pos_ = resume_;
            source_.end_ = old_end_;
        }

    private:
        SourceText& source_;
        std::size_t old_end_;
        std::size_t resume_;
    };

private:
    std::string_view text_;
    std::size_t pos_ = 0;
    std::size_t end_;
};

}  // namespace postern::shell
