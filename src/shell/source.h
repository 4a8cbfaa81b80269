// Reads the text character by character without backslash-newline. Bash removes it before anything else, except where
// quoting forbids it; readers of quoted text use the raw calls.
#pragma once

#include <cstddef>
#include <string_view>

namespace postern::shell {

class SourceText {
public:
    static constexpr int kEnd = -1;

    explicit SourceText(std::string_view text) : text_(text), end_(text.size()) {}

    // Returns the next character, or kEnd. Steps over line continuations first.
    [[nodiscard]] int peek() noexcept {
        while (pos_ + 1 < end_ && text_[pos_] == '\\' && text_[pos_ + 1] == '\n') pos_ += 2;
        return peek_raw();
    }
    // Returns the character after the next one, or kEnd.
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

    // Restricts reading to [begin, end) during its lifetime; afterwards reading continues at `resume`.
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
