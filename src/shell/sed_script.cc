// Reads a sed script command by command. A command that is not understood to its last character counts as running
// something, because implementations differ in where they believe the next one begins.
#include "base/quote.h"
#include "shell/bracket_expression.h"
#include "shell/characters.h"
#include "shell/option_grammar.h"
#include "shell/small_languages.h"

#include <algorithm>
#include <utility>

namespace postern::shell {
namespace {

bool is_stream(std::string_view file) {
    return listed("/dev/stdout /dev/stderr /dev/null -", file);
}

class SedReader {
public:
    explicit SedReader(std::string_view text) : text_(text) {}

    Effects run() {
        readable_ = text_.find('\0') == std::string_view::npos && find_invalid_utf8(text_) >= text_.size();
        while (readable_ && skip_separators()) readable_ = address() && command();
        if (!readable_ || depth_ != 0) effects_.runs = true;
        return std::move(effects_);
    }

private:
    [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    bool skip_separators() {
        while (is_blank(peek()) || peek() == '\n' || peek() == ';') ++at_;
        return at_ < text_.size();
    }

    void skip_blanks() {
        while (is_blank(peek())) ++at_;
    }

    bool skip_digits() {
        const std::size_t begin = at_;
        while (is_digit(peek())) ++at_;
        return at_ > begin;
    }

    std::string_view rest_of_line() {
        const std::size_t begin = at_;
        at_ = std::min(text_.find('\n', at_), text_.size());
        return text_.substr(begin, at_ - begin);
    }

    enum class Part : std::uint8_t { pattern, replacement };

    // Reads up to the delimiter and steps over it. Some implementations look at brackets in a pattern and some do not:
    // a simple bracket may hold the delimiter, because the others refuse the script then.
    bool delimited(char delimiter, Part part, std::string* text = nullptr) {
        for (; at_ < text_.size() && text_[at_] != delimiter; ++at_) {
            if (text_[at_] == '\n') return false;
            if (text_[at_] == '[' && part == Part::pattern && !bracket(delimiter)) return false;
            if (text_[at_] == '\\') {
                if (at_ + 1 >= text_.size()) return false;
                if (text && text_[at_ + 1] != delimiter) *text += '\\';
                ++at_;
            }
            if (text) *text += text_[at_];
        }
        return at_++ < text_.size();
    }

    // Moves to the end of a bracket. Returns false if implementations could see it differently.
    bool bracket(char delimiter) {
        const std::size_t end = bracket_end(text_, at_);
        if (end == std::string_view::npos) return false;
        const std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
        at_ = end;
        return keeps_delimiter(inside, delimiter);
    }

    bool delimiter(char& found) {
        found = peek();
        ++at_;
        const auto byte = static_cast<unsigned char>(found);
        return byte > ' ' && byte < 0x7f && found != '\\' && found != '[' && found != ']';
    }

    bool one_address() {
        if (peek() == '$') return ++at_, true;
        if (is_digit(peek())) {
            skip_digits();
            return peek() != '~' || (++at_, skip_digits());
        }
        if (peek() != '/' && peek() != '\\') return true;
        if (peek() == '\\') ++at_;
        char end = '\0';
        if (!delimiter(end) || !delimited(end, Part::pattern)) return false;
        while (peek() == 'I' || peek() == 'M') ++at_;
        return true;
    }

    bool address() {
        if (!one_address()) return false;
        skip_blanks();
        if (peek() == ',') {
            ++at_;
            skip_blanks();
            if (peek() == '+' || peek() == '~') {
                ++at_;
                if (!skip_digits()) return false;
            } else if (!one_address()) {
                return false;
            }
            skip_blanks();
        }
        while (peek() == '!' || is_blank(peek())) ++at_;
        return true;
    }

    bool command() {
        const char c = peek();
        ++at_;
        switch (c) {
            case '{': return ++depth_, true;
            case '}': return --depth_ >= 0 && ends();
            case '#': return rest_of_line(), true;
            case 'q':
            case 'Q':
            case 'l':
            case 'L':
                skip_blanks();
                skip_digits();
                return ends();
            case 'a':
            case 'i':
            case 'c': return text();
            case ':':
            case 'b':
            case 't':
            case 'T':
            case 'v': return label(c);
            case 'r':
            case 'R': return file(effects_.reads_files);
            case 'w':
            case 'W': return file(effects_.writes);
            case 'e': return execute();
            case 's': return substitute();
            case 'y': {
                char end = '\0';
                return delimiter(end) && delimited(end, Part::replacement) && delimited(end, Part::replacement) &&
                       ends();
            }
            default: return c != '\0' && std::string_view("=dDgGhHnNpPxFz").find(c) < 14 && ends();
        }
    }

    [[nodiscard]] bool ends() {
        skip_blanks();
        const char c = peek();
        return at_ >= text_.size() || c == ';' || c == '\n' || c == '}' || c == '#';
    }

    // Reads a label. To some implementations it goes on to the end of the line, so the line must not be continued.
    bool label(char command) {
        skip_blanks();
        const std::size_t begin = at_;
        while (is_name_char(peek()) || peek() == '.' || peek() == '-') ++at_;
        const std::size_t line_end = std::min(text_.find('\n', at_), text_.size());
        if (command == ':' && (at_ == begin || text_[line_end - 1] == '\\')) return false;
        return ends();
    }

    // Reads the text of a, i or c: the rest of the line, or the lines after `\`, each continued by a backslash. Whether a
    // text on the line of the `\` goes on is not read alike.
    bool text() {
        skip_blanks();
        bool one_line = false;
        if (peek() == '\\') {
            ++at_;
            one_line = peek() != '\n';
            if (!one_line) ++at_;
            skip_blanks();
        }
        if (at_ >= text_.size() || peek() == '\n') return false;
        for (; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
            if (text_[at_] != '\\') continue;
            ++at_;
            if (one_line && peek() == '\n') return false;
        }
        at_ = std::min(at_, text_.size());
        return true;
    }

    bool file(bool& effect) {
        skip_blanks();
        const std::string_view name = rest_of_line();
        effect = effect || !is_stream(name);
        return !name.empty();
    }

    bool execute() {
        skip_blanks();
        effects_.runs = true;
        const std::string_view code = rest_of_line();
        if (!code.empty() && code.front() != ';' && code.front() != '}') effects_.code.emplace_back(code);
        return true;
    }

    bool substitute() {
        char end = '\0';
        std::string replacement;
        if (!delimiter(end) || !delimited(end, Part::pattern) || !delimited(end, Part::replacement, &replacement))
            return false;
        for (; at_ < text_.size(); ++at_) {
            const char flag = text_[at_];
            if (flag == 'e') {
                effects_.runs = true;
                effects_.code.push_back(replacement);
            } else if (flag == 'w') {
                ++at_;
                return file(effects_.writes);
            } else if (std::string_view("gpiImM0123456789").find(flag) == std::string_view::npos) {
                return ends();
            }
        }
        return true;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    Effects effects_;
    int depth_ = 0;  // blocks that are open
    bool readable_ = true;
};

}  // namespace

Effects sed_effects(std::string_view program) {
    return SedReader(program).run();
}

}  // namespace postern::shell
