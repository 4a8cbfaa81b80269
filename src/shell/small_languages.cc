#include "shell/small_languages.h"

#include "shell/analysis.h"
#include "shell/characters.h"
#include "shell/option_grammar.h"

#include <cstddef>
#include <utility>

namespace postern::shell {
namespace {

bool is_stream(std::string_view file) {
    return listed("/dev/stdout /dev/stderr /dev/null -", file);
}

// Reads an awk program token by token. It knows only as much grammar as is needed to tell operators from text.
class AwkReader {
public:
    explicit AwkReader(std::string_view text) : text_(text) {}

    Effects run() {
        if (text_.find(kHole) != std::string_view::npos) effects_.runs = true;
        while (at_ < text_.size()) token();
        return std::move(effects_);
    }

private:
    void token() {
        const char c = text_[at_];
        if (c == ' ' || c == '\t' || c == '\r') {
            ++at_;
        } else if (c == '\\' && at_ + 1 < text_.size()) {
            at_ += 2;
        } else if (c == '#') {
            at_ = std::min(text_.find('\n', at_), text_.size());
        } else if (c == '"') {
            string();
        } else if (c == '/' && !after_operand_) {
            pattern();
        } else if (is_name_char(c)) {
            name();
        } else {
            punctuation(c);
        }
    }

    void string() {
        std::string value;
        for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
            if (text_[at_] == '\n') effects_.runs = true;
            if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
                const char next = text_[++at_];
                value += next == 'n' ? '\n' : next == 't' ? '\t' : next;
            } else {
                value += text_[at_];
            }
        }
        if (at_ == text_.size()) effects_.runs = true;  // not closed
        ++at_;
        literal(value);
        last_string_ = std::move(value);
        after_operand_ = true;
    }

    // Handles a string after an operator that gives it a meaning.
    void literal(const std::string& value) {
        switch (std::exchange(expects_, Expects::nothing)) {
            case Expects::command: effects_.code.push_back(value); break;
            case Expects::output: effects_.writes = effects_.writes || !is_stream(value); break;
            case Expects::nothing: break;
        }
    }

    void pattern() {
        bool bracket = false;
        for (++at_; at_ < text_.size() && (text_[at_] != '/' || bracket) && text_[at_] != '\n'; ++at_) {
            if (text_[at_] == '\\')
                ++at_;
            else if (text_[at_] == '[' && !bracket)
                bracket = text_.find(']', at_ + 2) != std::string_view::npos;
            else if (text_[at_] == ']' && text_[at_ - 1] != '[')
                bracket = false;
        }
        if (at_ >= text_.size() || text_[at_] != '/') effects_.runs = true;
        ++at_;
        after_operand_ = true;
    }

    void name() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && (is_name_char(text_[at_]) || text_[at_] == '.')) ++at_;
        const std::string_view word = text_.substr(begin, at_ - begin);
        finish_output();
        if (word == "print" || word == "printf") {
            printing_ = true;
            print_depth_ = depth_;
        }
        if (word == "getline") getline_ = true;
        if (word == "system") {
            effects_.runs = true;
            system_ = true;
        }
        after_operand_ = !listed("print printf return in if while do else case getline delete exit", word);
        last_string_.clear();
    }

    void punctuation(char c) {
        const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
        const bool opens_system = c == '(' && std::exchange(system_, false);
        if (c != '"' && c != '(') finish_output();
        ++at_;
        after_operand_ = c == ')' || c == ']' || (c == next && (c == '+' || c == '-'));
        if (after_operand_ && (c == '+' || c == '-')) ++at_;
        if (opens_system) expects_ = Expects::command;
        if (c == '(') ++depth_;
        if (c == ')' && depth_ > 0) --depth_;
        if (c == ';' || c == '\n' || c == '}' || c == '{') printing_ = getline_ = false;
        if (c == '@') effects_.runs = true;
        if (c == '<' && getline_) effects_.reads_files = true;
        if (c == '|') pipe(next);
        if (c == '>' && printing_ && depth_ == print_depth_ && next != '=') {
            if (next == '>') ++at_;
            output_ = true;
            expects_ = Expects::output;
        }
        if (c != '|' && c != '(') last_string_.clear();
    }

    void pipe(char next) {
        if (next == '|') {
            ++at_;
            return;
        }
        if (next == '&') ++at_;
        effects_.runs = true;
        if (!last_string_.empty() && !printing_) effects_.code.push_back(last_string_);  // "command" | getline
        if (printing_) expects_ = Expects::command;
    }

    // Counts `print > name` as a write, because the file is known only at run time.
    void finish_output() {
        if (std::exchange(output_, false) && expects_ == Expects::output) {
            effects_.writes = true;
            expects_ = Expects::nothing;
        } else if (expects_ == Expects::command) {
            expects_ = Expects::nothing;
        }
    }

    enum class Expects : std::uint8_t { nothing, command, output };

    std::string_view text_;
    std::size_t at_ = 0;
    Effects effects_;
    std::string last_string_;
    std::size_t depth_ = 0;
    std::size_t print_depth_ = 0;
    Expects expects_ = Expects::nothing;
    bool after_operand_ = false;
    bool printing_ = false;
    bool getline_ = false;
    bool system_ = false;
    bool output_ = false;
};

// Reads a sed program command by command. Commands that it does not understand count as running something.
class SedReader {
public:
    explicit SedReader(std::string_view text) : text_(text) {}

    Effects run() {
        readable_ = text_.find(kHole) == std::string_view::npos;
        while (readable_ && skip_separators()) {
            readable_ = address() && command();
        }
        if (!readable_) effects_.runs = true;
        return std::move(effects_);
    }

private:
    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    bool skip_separators() {
        while (at_ < text_.size() && std::string_view(" \t\r\n;").find(text_[at_]) != std::string_view::npos) ++at_;
        return at_ < text_.size();
    }

    void skip_blanks() {
        while (peek() == ' ' || peek() == '\t') ++at_;
    }

    std::string_view until(std::string_view ends) {
        const std::size_t begin = at_;
        at_ = std::min(text_.find_first_of(ends, at_), text_.size());
        return text_.substr(begin, at_ - begin);
    }

    // Reads up to the delimiter and steps over it.
    bool delimited(char delimiter, std::string* part = nullptr) {
        for (; at_ < text_.size() && text_[at_] != delimiter; ++at_) {
            if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
                if (part && text_[at_ + 1] != delimiter) *part += '\\';
                ++at_;
            }
            if (part) *part += text_[at_];
        }
        return at_++ < text_.size();
    }

    bool one_address() {
        const char c = peek();
        if (std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '$' || c == '+' || c == '~') {
            while (std::isdigit(static_cast<unsigned char>(peek())) != 0 || peek() == '~' || peek() == '$' ||
                   peek() == '+')
                ++at_;
            return true;
        }
        if (c != '/' && c != '\\') return true;
        if (c == '\\') ++at_;
        const char delimiter = peek();
        ++at_;
        if (delimiter == '\0' || delimiter == '\n' || !delimited(delimiter)) return false;
        while (peek() == 'I' || peek() == 'M') ++at_;
        return true;
    }

    bool address() {
        if (!one_address()) return false;
        skip_blanks();
        if (peek() == ',') {
            ++at_;
            skip_blanks();
            if (!one_address()) return false;
        }
        while (peek() == ' ' || peek() == '\t' || peek() == '!') ++at_;
        return true;
    }

    bool command() {
        const char c = peek();
        ++at_;
        switch (c) {
            case '{':
            case '}': return true;
            case '#': until("\n"); return true;
            case '=':
            case 'd':
            case 'D':
            case 'g':
            case 'G':
            case 'h':
            case 'H':
            case 'n':
            case 'N':
            case 'p':
            case 'P':
            case 'x':
            case 'F':
            case 'z': return ends();
            case 'q':
            case 'Q':
            case 'l':
            case 'L':
                skip_blanks();
                while (std::isdigit(static_cast<unsigned char>(peek())) != 0) ++at_;
                return ends();
            case 'a':
            case 'i':
            case 'c': text(); return true;
            case ':':
            case 'b':
            case 't':
            case 'T':
            case 'v': until(";\n}"); return true;
            case 'r':
            case 'R':
                skip_blanks();
                effects_.reads_files = effects_.reads_files || !is_stream(until("\n"));
                return true;
            case 'w':
            case 'W':
                skip_blanks();
                effects_.writes = effects_.writes || !is_stream(until("\n"));
                return true;
            case 'e': execute(); return true;
            case 's': return substitute();
            case 'y': {
                const char delimiter = peek();
                ++at_;
                return delimited(delimiter) && delimited(delimiter) && ends();
            }
            default: return false;
        }
    }

    bool ends() {
        skip_blanks();
        const char c = peek();
        return at_ >= text_.size() || c == ';' || c == '\n' || c == '}' || c == '#' || c == '\r';
    }

    void text() {
        for (; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
            if (text_[at_] == '\\') ++at_;
        }
    }

    void execute() {
        skip_blanks();
        effects_.runs = true;
        const std::string_view code = until("\n");
        if (!code.empty() && code.front() != ';' && code.front() != '}') effects_.code.emplace_back(code);
    }

    bool substitute() {
        const char delimiter = peek();
        ++at_;
        std::string replacement;
        if (delimiter == '\0' || delimiter == '\n' || delimiter == '\\' || !delimited(delimiter) ||
            !delimited(delimiter, &replacement))
            return false;
        while (at_ < text_.size()) {
            const char flag = text_[at_];
            if (flag == 'e') {
                effects_.runs = true;
                effects_.code.push_back(replacement);
            } else if (flag == 'w') {
                ++at_;
                skip_blanks();
                effects_.writes = effects_.writes || !is_stream(until("\n"));
                return true;
            } else if (std::string_view("gpiImM0123456789").find(flag) == std::string_view::npos) {
                return ends();
            }
            ++at_;
        }
        return true;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    Effects effects_;
    bool readable_ = true;
};

}  // namespace

Effects awk_effects(std::string_view program) {
    return AwkReader(program).run();
}

Effects sed_effects(std::string_view program) {
    return SedReader(program).run();
}

}  // namespace postern::shell
