#include "shell/ansi_c.h"

#include <cstdint>

namespace postern::shell {
namespace {

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

// Reads up to `most` hexadecimal digits at s[i]; the number of digits read is added to i.
std::uint32_t read_hex(std::string_view s, std::size_t& i, std::size_t most) {
    std::uint32_t value = 0;
    for (std::size_t n = 0; n < most && i < s.size() && hex_digit(s[i]) >= 0; ++n, ++i) {
        value = value * 16 + static_cast<std::uint32_t>(hex_digit(s[i]));
    }
    return value;
}

void append_utf8(std::string& out, std::uint32_t code) {
    const auto put = [&out](std::uint32_t byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xc0 | code >> 6);
        put(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        put(0xe0 | code >> 12);
        put(0x80 | (code >> 6 & 0x3f));
        put(0x80 | (code & 0x3f));
    } else if (code < 0x200000) {
        put(0xf0 | code >> 18);
        put(0x80 | (code >> 12 & 0x3f));
        put(0x80 | (code >> 6 & 0x3f));
        put(0x80 | (code & 0x3f));
    }
}

char simple_escape(char c) {
    switch (c) {
        case 'a': return '\a';
        case 'b': return '\b';
        case 'e':
        case 'E': return '\x1b';
        case 'f': return '\f';
        case 'n': return '\n';
        case 'r': return '\r';
        case 't': return '\t';
        case 'v': return '\v';
        case '\\':
        case '\'':
        case '"':
        case '?': return c;
        default: return '\0';
    }
}

}  // namespace

std::string decode_ansi_c(std::string_view s) {
    std::string out;
    std::size_t i = 0;
    const auto add_byte = [&out](std::uint32_t value) {
        if ((value & 0xff) == 0) return false;
        out += static_cast<char>(static_cast<unsigned char>(value & 0xff));
        return true;
    };
    while (i < s.size()) {
        if (s[i] != '\\' || i + 1 == s.size()) {
            out += s[i++];
            continue;
        }
        const char c = s[++i];
        ++i;
        if (const char plain = simple_escape(c); plain != '\0') {
            out += plain;
        } else if (c >= '0' && c <= '7') {
            std::uint32_t value = static_cast<std::uint32_t>(c - '0');
            for (int n = 0; n < 2 && i < s.size() && s[i] >= '0' && s[i] <= '7'; ++n) {
                value = value * 8 + static_cast<std::uint32_t>(s[i++] - '0');
            }
            if (!add_byte(value)) return out;
        } else if (c == 'x') {
            const bool braced = i < s.size() && s[i] == '{';
            std::size_t at = braced ? i + 1 : i;
            const std::size_t digits = at;
            const std::uint32_t value = read_hex(s, at, braced ? 8 : 2);
            if (at == digits) {
                out += "\\x";
                continue;
            }
            i = braced && at < s.size() && s[at] == '}' ? at + 1 : at;
            if (!add_byte(value)) return out;
        } else if (c == 'u' || c == 'U') {
            const std::size_t digits = i;
            const std::uint32_t code = read_hex(s, i, c == 'u' ? 4 : 8);
            if (i == digits) {
                out += '\\';
                out += c;
            } else if (code == 0) {
                return out;
            } else {
                append_utf8(out, code);
            }
        } else if (c == 'c' && i < s.size()) {
            const char control = s[i++];
            if (control == '\\' && i < s.size() && s[i] == '\\') ++i;
            if (!add_byte(static_cast<std::uint32_t>(control) & 0x1f)) return out;
        } else {
            out += '\\';
            out += c;
        }
    }
    return out;
}

}  // namespace postern::shell
