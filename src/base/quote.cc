#include "base/quote.h"

#include "base/ascii.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace postern {
namespace {

constexpr std::string_view kHex = "0123456789abcdef";

struct Range {
    std::uint32_t first, last;
};

// Characters that are invisible, that change the order in which others are shown, or that may act as a line break.
constexpr auto kUnseen = std::to_array<Range>({
    {0x80, 0x9f},        // C1 controls
    {0xad, 0xad},        // soft hyphen
    {0x34f, 0x34f},      // combining grapheme joiner
    {0x61c, 0x61c},      // Arabic letter mark
    {0x115f, 0x1160},    // Hangul fillers
    {0x17b4, 0x17b5},    // Khmer inherent vowels
    {0x180b, 0x180f},    // Mongolian selectors
    {0x200b, 0x200f},    // zero width space to right-to-left mark
    {0x2028, 0x202e},    // line and paragraph separators, embeddings, overrides
    {0x2060, 0x206f},    // word joiner, isolates, invisible operators
    {0x2800, 0x2800},    // blank Braille pattern
    {0x3164, 0x3164},    // Hangul filler
    {0xfe00, 0xfe0f},    // variation selectors
    {0xfeff, 0xfeff},    // byte order mark
    {0xffa0, 0xffa0},    // halfwidth Hangul filler
    {0xfff0, 0xfffb},    // specials, interlinear annotation
    {0x1d173, 0x1d17a},  // musical formatting
    {0xe0000, 0xe0fff},  // tags, further variation selectors
});

bool unseen(std::uint32_t code) {
    return std::ranges::any_of(kUnseen, [code](Range r) { return code >= r.first && code <= r.last; });
}

struct Character {
    std::uint32_t code;
    std::size_t length;  // 0: not UTF-8
};

Character decode(std::string_view text) {
    const auto byte = [&](std::size_t i) -> std::uint32_t { return static_cast<unsigned char>(text[i]); };
    const std::uint32_t lead = byte(0);
    if (lead < 0x80) return {lead, 1};
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return {0, 0};
    std::uint32_t code = lead & (0x7fU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0U) != 0x80U) return {0, 0};
        code = (code << 6) | (byte(i) & 0x3fU);
    }
    constexpr std::array<std::uint32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};
    if (code < least[length] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return {0, 0};
    return {code, length};
}

void append_hex(std::string& out, std::string_view prefix, std::uint32_t value, int digits) {
    out += prefix;
    for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) out += kHex[(value >> shift) & 0xfU];
}

// Appends the text with unsafe characters escaped, and a backslash before each of `also`. Returns true if anything was
// escaped.
bool append_escaped(std::string& out, std::string_view text, std::string_view also) {
    bool escaped = false;
    while (!text.empty()) {
        const auto [code, length] = decode(text);
        const std::string_view bytes = text.substr(0, std::max<std::size_t>(length, 1));
        text.remove_prefix(bytes.size());
        const bool plain = length > 1 ? !unseen(code) : length == 1 && code >= 0x20 && code != 0x7f;
        if (plain) {
            if (also.find(bytes[0]) != std::string_view::npos) out += '\\';
            out += bytes;
            continue;
        }
        escaped = true;
        if (code == '\n' && length == 1)
            out += "\\n";
        else if (code == '\t' && length == 1)
            out += "\\t";
        else if (code == '\r' && length == 1)
            out += "\\r";
        else if (length <= 1)
            append_hex(out, "\\x", static_cast<unsigned char>(bytes[0]), 2);
        else if (code <= 0xffff)
            append_hex(out, "\\u", code, 4);
        else
            append_hex(out, "\\U", code, 8);
    }
    return escaped;
}

bool needs_no_quotes(char c) {
    return is_letter(c) || is_digit(c) || std::string_view("_-./:=@%+,").find(c) != std::string_view::npos;
}

}  // namespace

std::string printable(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    (void)append_escaped(out, text, "");
    return out;
}

std::string shell_quote(std::string_view word) {
    if (!word.empty() && std::ranges::all_of(word, needs_no_quotes)) return std::string(word);
    std::string out = "$'";
    if (append_escaped(out, word, "'\\")) return out + '\'';
    out = "'";
    for (const char c : word) {
        if (c == '\'')
            out += "'\\''";
        else
            out += c;
    }
    return out + '\'';
}

std::size_t find_invalid_utf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        if (static_cast<unsigned char>(text[i]) < 0x80) {
            ++i;
            continue;
        }
        const std::size_t length = decode(text.substr(i)).length;
        if (length == 0) return i;
        i += length;
    }
    return std::string_view::npos;
}

}  // namespace postern
