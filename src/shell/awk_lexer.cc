#include "shell/awk_lexer.h"

#include "base/quote.h"
#include "shell/bracket_expression.h"
#include "shell/characters.h"
#include "shell/option_grammar.h"

#include <algorithm>
#include <array>

namespace postern::shell {
namespace {

using Kind = AwkToken::Kind;

// Signs of more than one character, longest first.
constexpr std::array<std::string_view, 19> kLongSigns = {
    "**=", "**", "+=", "-=", "*=", "/=", "%=", "^=", "==", "!=", "<=", ">=", "!~", "&&", "||", "|&", "++", "--", ">>"};
constexpr std::string_view kSigns = "{}()[];,+-*/%^!<>=~?:|$";

class AwkLexer {
public:
    explicit AwkLexer(std::string_view text) : text_(text) {}

    std::optional<std::vector<AwkToken>> run() {
        if (text_.find('\0') != std::string_view::npos || find_invalid_utf8(text_) < text_.size()) return std::nullopt;
        while (at_ < text_.size()) {
            if (!token()) return std::nullopt;
        }
        tokens_.push_back({});
        return std::move(tokens_);
    }

private:
    [[nodiscard]] char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }

    void add(Kind kind, std::size_t begin, std::size_t end) {
        tokens_.push_back({kind, text_.substr(begin, end - begin)});
    }

    bool token() {
        const char c = peek();
        if (is_blank(c) || (c == '\r' && peek(1) == '\n')) return ++at_, true;
        if (c == '\\' && peek(1) == '\n') return at_ += 2, true;
        if (c == '\n') return add(Kind::newline, at_, at_ + 1), ++at_, true;
        if (c == '#') return comment();
        if (c == '"') return string();
        if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
        if (is_name_start(c)) return name();
        if (c != '/') return sign();
        if (after_ambiguous_name()) return false;
        return after_operand() ? sign() : pattern();
    }

    // Reads up to the end of the line. A backslash there continues the comment in some implementations only.
    bool comment() {
        const std::size_t end = std::min(text_.find('\n', at_), text_.size());
        const bool continues = end < text_.size() && text_.substr(at_, end - at_).find_last_of("\\\r") == end - at_ - 1;
        at_ = end;
        return !continues;
    }

    bool string() {
        const std::size_t begin = ++at_;
        for (; at_ < text_.size() && text_[at_] != '"'; ++at_) {
            if (text_[at_] == '\\') ++at_;
            if (at_ >= text_.size() || text_[at_] == '\n' || text_[at_] == '\r') return false;
        }
        if (at_ >= text_.size()) return false;
        add(Kind::string, begin, at_);
        ++at_;
        return true;
    }

    bool number() {
        const std::size_t begin = at_;
        while (is_digit(peek())) ++at_;
        if (peek() == '.') ++at_;
        while (is_digit(peek())) ++at_;
        const std::size_t digit = peek(1) == '+' || peek(1) == '-' ? 2 : 1;
        if ((peek() == 'e' || peek() == 'E') && is_digit(peek(digit))) {
            at_ += digit;
            while (is_digit(peek())) ++at_;
        }
        add(Kind::number, begin, at_);
        // `1x`, `0x1f` and `1.2.3` are one token or two, depending on the implementation.
        return !is_name_char(peek()) && peek() != '.';
    }

    bool name() {
        const std::size_t begin = at_;
        while (is_name_char(peek())) ++at_;
        add(Kind::name, begin, at_);
        return true;
    }

    bool sign() {
        const std::string_view rest = text_.substr(at_);
        const auto found =
            std::ranges::find_if(kLongSigns, [&](std::string_view sign) { return rest.starts_with(sign); });
        if (found == kLongSigns.end() && kSigns.find(rest.front()) == std::string_view::npos) return false;
        const std::size_t size = found == kLongSigns.end() ? 1 : found->size();
        add(Kind::sign, at_, at_ + size);
        if (rest.front() == '[') ++subscripts_;
        if (rest.front() == ']') --subscripts_;
        at_ += size;
        return true;
    }

    // Tells whether the last token is a value to some implementations and expects one in others.
    [[nodiscard]] bool after_ambiguous_name() const {
        return !tokens_.empty() && (tokens_.back().is("length") || tokens_.back().is("getline"));
    }

    // Tells whether a slash here divides. It does after a value; a pattern stands where a value is expected.
    [[nodiscard]] bool after_operand() const {
        if (tokens_.empty()) return false;
        const AwkToken& last = tokens_.back();
        switch (last.kind) {
            case Kind::number:
            case Kind::string:
            case Kind::pattern: return true;
            case Kind::name: return !listed("print printf return in else do case exit", last.text);
            case Kind::sign: return listed(") ] ++ -- $", last.text);
            default: return false;
        }
    }

    // Reads a pattern. Implementations that look at brackets must find the same end as those that do not; a simple
    // bracket with a slash is accepted because the others refuse the program then.
    bool pattern() {
        const std::size_t begin = ++at_;
        while (at_ < text_.size() && text_[at_] != '/') {
            const char c = text_[at_];
            if (c == '\n' || c == '\r') return false;
            if (c == '\\') {
                at_ += 2;
            } else if (c == '[') {
                if (!bracket()) return false;
            } else {
                ++at_;
            }
        }
        if (at_ >= text_.size() || text_[at_ - 1] == '\n') return false;
        add(Kind::pattern, begin, at_);
        ++at_;
        return true;
    }

    // Steps over a bracket. One that holds a slash ends a pattern in some implementations; they refuse the `]` then,
    // unless it closes a subscript.
    bool bracket() {
        const std::size_t end = bracket_end(text_, at_);
        if (end == std::string_view::npos) return false;
        const std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
        at_ = end + 1;
        return inside.find('/') == std::string_view::npos || (subscripts_ == 0 && keeps_delimiter(inside, '/'));
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<AwkToken> tokens_;
    int subscripts_ = 0;
};

}  // namespace

std::optional<std::vector<AwkToken>> awk_tokens(std::string_view program) {
    return AwkLexer(program).run();
}

std::optional<std::string> awk_string_value(std::string_view text) {
    std::string value;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\') {
            value += text[i];
            continue;
        }
        const char next = text[++i];
        const std::size_t known = std::string_view("nt\"\\/").find(next);
        if (known == std::string_view::npos) return std::nullopt;
        value += "\n\t\"\\/"[known];
    }
    return value;
}

}  // namespace postern::shell
