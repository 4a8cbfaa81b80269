#include "base/git_config.h"

#include "base/ascii.h"

#include <algorithm>

namespace postern {
namespace {

bool is_key(int c) {
    return is_letter(c) || is_digit(c) || c == '-';
}

// White space as git defines it: without form feed and vertical tab.
bool is_space(int c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

char lower(int c) {
    return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

// Reads one character at a time, as git does: CRLF is one newline, and the end of the file ends a line.
class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}

    int next() {
        if (at_ == text_.size()) {
            ended_ = true;
            return '\n';
        }
        const int c = static_cast<unsigned char>(text_[at_++]);
        if (c != '\r' || at_ == text_.size() || text_[at_] != '\n') return c;
        ++at_;
        return '\n';
    }
    [[nodiscard]] bool ended() const noexcept { return ended_; }

private:
    std::string_view text_;
    std::size_t at_ = 0;
    bool ended_ = false;
};

// Reads `[section "subsection"]` from behind its opening bracket and returns "section.subsection.".
std::optional<std::string> read_section(Reader& in) {
    std::string name;
    for (;;) {
        int c = in.next();
        if (in.ended()) return std::nullopt;
        if (c == ']') return name.empty() ? std::nullopt : std::optional(name + '.');
        if (is_space(c)) {
            while (is_space(c)) {
                if (c == '\n') return std::nullopt;
                c = in.next();
            }
            if (c != '"') return std::nullopt;
            name += '.';
            for (;;) {
                c = in.next();
                if (c == '\n') return std::nullopt;
                if (c == '"') break;
                if (c == '\\') {
                    c = in.next();
                    if (c == '\n') return std::nullopt;
                }
                name += static_cast<char>(c);
            }
            if (in.next() != ']') return std::nullopt;
            return name + '.';
        }
        if (!is_key(c) && c != '.') return std::nullopt;
        name += lower(c);
    }
}

// Reads the value behind `=`, up to the end of the line.
std::optional<std::string> read_value(Reader& in) {
    std::string value;
    std::size_t trimmed = 0;  // length without trailing blanks outside quotes
    bool quoted = false, comment = false;
    for (;;) {
        const int c = in.next();
        if (c == '\n') {
            if (quoted) return std::nullopt;
            value.resize(trimmed);
            return value;
        }
        if (comment) continue;
        if (is_space(c) && !quoted) {
            if (!value.empty()) value += static_cast<char>(c);
            continue;
        }
        if (!quoted && (c == ';' || c == '#')) {
            comment = true;
            continue;
        }
        if (c == '"') {
            quoted = !quoted;
            trimmed = std::max(trimmed, value.size());
            continue;
        }
        if (c == '\\') {
            const int escaped = in.next();
            switch (escaped) {
                case '\n': continue;
                case 't': value += '\t'; break;
                case 'b': value += '\b'; break;
                case 'n': value += '\n'; break;
                case '\\':
                case '"': value += static_cast<char>(escaped); break;
                default: return std::nullopt;
            }
        } else {
            value += static_cast<char>(c);
        }
        trimmed = value.size();
    }
}

// Reads the rest of a key, of which `first` has been read, and its value.
std::optional<ConfigEntry> read_entry(Reader& in, const std::string& section, int first) {
    ConfigEntry entry{.key = section + lower(first), .value = std::nullopt};
    int c = in.next();
    for (; !in.ended() && is_key(c); c = in.next()) entry.key += lower(c);
    while (c == ' ' || c == '\t') c = in.next();
    if (c == '\n') return entry;
    if (c != '=') return std::nullopt;
    entry.value = read_value(in);
    if (!entry.value) return std::nullopt;
    return entry;
}

}  // namespace

std::optional<std::vector<ConfigEntry>> parse_git_config(std::string_view text) {
    // git takes a NUL byte for the end of a value, but another version might not.
    if (text.find('\0') != std::string_view::npos) return std::nullopt;
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    Reader in(text);
    std::vector<ConfigEntry> entries;
    std::string section;
    bool comment = false;
    for (;;) {
        const int c = in.next();
        if (in.ended()) return entries;
        if (c == '\n') {
            comment = false;
        } else if (comment || is_space(c)) {
            continue;
        } else if (c == '#' || c == ';') {
            comment = true;
        } else if (c == '[') {
            auto name = read_section(in);
            if (!name) return std::nullopt;
            section = std::move(*name);
        } else {
            if (!is_letter(c)) return std::nullopt;  // a key before the first section is read too: git accepts it
            auto entry = read_entry(in, section, c);
            if (!entry) return std::nullopt;
            entries.push_back(std::move(*entry));
        }
    }
}

}  // namespace postern
