#include "shell/sql_lexer.h"

#include "base/quote.h"
#include "shell/characters.h"

#include <algorithm>
#include <utility>

namespace postern::shell {
namespace {

using Kind = SqlToken::Kind;

class SqlLexer {
public:
    SqlLexer(std::string_view text, Sql dialect) : text_(text), dialect_(dialect) {}

    std::optional<std::vector<SqlStatement>> run() {
        if (text_.find('\0') != std::string_view::npos || find_invalid_utf8(text_) < text_.size()) return std::nullopt;
        while (at_ < text_.size()) {
            if (!token()) return std::nullopt;
        }
        finish();
        return std::move(statements_);
    }

private:
    [[nodiscard]] char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }

    void finish() {
        if (!now_.empty()) statements_.push_back(std::move(now_));
        now_ = {};
    }

    bool token() {
        const char c = peek();
        if (is_blank(c) || c == '\n' || c == '\r' || c == '\f') return ++at_, true;
        if (c == ';') return ++at_, finish(), true;
        if (c == '-' && peek(1) == '-') return line_comment();
        if (c == '/' && peek(1) == '*') return comment();
        if (c == '\'' || c == '"' || c == '`') return quoted(c);
        if (c == '[' && dialect_ == Sql::sqlite) return quoted(']');
        if (is_digit(c)) return word(Kind::value);
        if (is_name_start(c) || static_cast<unsigned char>(c) >= 0x80) return word(Kind::name);
        // A dollar may open a quote, a backslash a command of the client, and `#` a comment.
        if (c == '\\' || (c == '$' && !is_digit(peek(1)) && dialect_ != Sql::sqlite)) return false;
        if (c == '#' && dialect_ == Sql::mysql) return false;
        if (static_cast<unsigned char>(c) < ' ') return false;
        now_.push_back({Kind::sign, std::string(1, c)});
        ++at_;
        return true;
    }

    // MySQL wants a blank behind the two dashes.
    bool line_comment() {
        if (dialect_ == Sql::mysql && !is_blank(peek(2)) && peek(2) != '\n' && peek(2) != '\0') return false;
        at_ = std::min(text_.find('\n', at_), text_.size());
        return true;
    }

    // Comments of PostgreSQL nest, and those of MySQL that begin with `!` are code.
    bool comment() {
        const std::size_t end = text_.find("*/", at_ + 2);
        const std::string_view inside = text_.substr(at_ + 2, end == std::string_view::npos ? end : end - at_ - 2);
        if (end == std::string_view::npos || inside.find("/*") != std::string_view::npos ||
            (dialect_ == Sql::mysql && (inside.starts_with('!') || inside.starts_with("M!"))))
            return false;
        at_ = end + 2;
        return true;
    }

    // A backslash in front of a quote hides it under some settings, so such a text is not read.
    bool quoted(char quote) {
        const std::size_t begin = ++at_;
        for (;; ++at_) {
            if (at_ >= text_.size()) return false;
            if (text_[at_] == quote && peek(1) == quote && quote != ']')
                ++at_;
            else if (text_[at_] == quote)
                break;
            else if (text_[at_] == '\\' && dialect_ != Sql::sqlite && (peek(1) == quote || peek(1) == '\\'))
                return false;
        }
        const std::string_view inside = text_.substr(begin, at_ - begin);
        ++at_;
        const bool value = quote == '\'' || (quote == '"' && dialect_ == Sql::mysql);
        now_.push_back({value ? Kind::value : Kind::quoted_name, value ? std::string{} : lower_case(inside)});
        return true;
    }

    bool word(Kind kind) {
        const std::size_t begin = at_;
        while (is_name_char(peek()) || static_cast<unsigned char>(peek()) >= 0x80 ||
               (kind == Kind::name && peek() == '$'))
            ++at_;
        const std::string_view text = text_.substr(begin, at_ - begin);
        // E'…' has escapes, U&'…' and _utf8'…' have other rules of their own.
        if (peek() == '\'' && dialect_ != Sql::sqlite) return false;
        now_.push_back({kind, lower_case(text)});
        return true;
    }

    std::string_view text_;
    Sql dialect_;
    std::size_t at_ = 0;
    SqlStatement now_;
    std::vector<SqlStatement> statements_;
};

}  // namespace

std::optional<std::vector<SqlStatement>> sql_statements(std::string_view text, Sql dialect) {
    return SqlLexer(text, dialect).run();
}

}  // namespace postern::shell
