#include "policy/host_name.h"

#include "base/ascii.h"
#include "base/quote.h"
#include "policy/address.h"

#include <idn2.h>

#include <algorithm>
#include <memory>
#include <optional>

namespace postern::policy {
namespace {

constexpr std::size_t kMaxName = 253;
constexpr std::size_t kMaxLabel = 63;
constexpr std::size_t kMaxText = 4 * kMaxName;  // limit before conversion of non-ASCII letters to punycode

tl::unexpected<Error> bad(std::string_view text, std::string_view why) {
    constexpr std::size_t kShown = 300;
    const std::string_view cut = text.size() > kShown ? "…" : "";
    return fail(Errc::parse,
                "the host \"" + printable(text.substr(0, kShown)) + std::string(cut) + "\" " + std::string(why));
}

bool is_ascii(std::string_view text) noexcept {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool is_hex_number(std::string_view label) noexcept {
    return label.starts_with("0x") || label.starts_with("0X");
}

bool fits_label(char c) noexcept {
    return is_digit(c) || is_letter(c) || c == '-' || c == '_' || c == '*';
}

// Returns why the ASCII characters are not allowed, or an empty text.
std::string_view forbidden(std::string_view text) noexcept {
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x80 || c == '.' || fits_label(c)) continue;
        if (c == ' ' || c == '\t') return "holds a blank";
        if (byte < 0x20 || byte == 0x7f) return "holds a control character";
        if (c == '%') return "holds a %: neither zones nor escapes belong to a host";
        if (c == '/' || c == '\\') return "holds a slash; write only the host, without scheme or path";
        if (c == '@') return "holds an @; write only the host, without a user";
        if (c == ':') return "holds a colon, but is no IPv6 address";
        if (c == '[' || c == ']') return "has brackets, but they are for IPv6 addresses only";
        return "holds a character no host name has";
    }
    return {};
}

// Parses one part of an address as inet_aton does. Values above 32 bits are capped there, so they stay too large.
std::optional<std::uint64_t> parse_part(std::string_view digits) {
    unsigned base = 10;
    if (is_hex_number(digits)) {
        base = 16;
        digits.remove_prefix(2);
    } else if (digits.size() > 1 && digits.front() == '0') {
        base = 8;
    }
    if (digits.empty()) return std::nullopt;
    std::uint64_t value = 0;
    for (const char c : digits) {
        if (!is_hex_digit(c)) return std::nullopt;
        const auto digit = static_cast<unsigned>(is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
        if (digit >= base) return std::nullopt;
        value = std::min<std::uint64_t>(value * base + digit, std::uint64_t{1} << 32);
    }
    return value;
}

// Parses one to four parts. The last part fills the remaining bytes.
std::optional<Address> parse_numbers(const std::vector<std::string>& parts) {
    if (parts.size() > 4) return std::nullopt;
    std::uint64_t address = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto value = parse_part(parts[i]);
        const std::size_t bytes = i + 1 == parts.size() ? 4 - i : 1;
        if (!value || *value >> (8 * bytes) != 0) return std::nullopt;
        address = address << (8 * bytes) | *value;
    }
    return Address::v4(static_cast<std::uint32_t>(address));
}

// Replaces the dots that UTS46 treats as a full stop.
std::string with_plain_dots(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const std::string_view three = text.substr(i, 3);
        if (three == "\u3002" || three == "\uff0e" || three == "\uff61") {
            out += '.';
            i += 3;
        } else {
            out += text[i++];
        }
    }
    return out;
}

// Converts a label to ASCII without IDN2_USE_STD3_ASCII_RULES, because libidn2 then drops characters. The caller checks
// the result.
Result<std::string> to_ascii(std::string_view whole, const std::string& label) {
    char* raw = nullptr;
    const int error = idn2_to_ascii_8z(label.c_str(), &raw, IDN2_NONTRANSITIONAL | IDN2_NFC_INPUT);
    const std::unique_ptr<char, void (*)(void*)> ascii(raw, idn2_free);
    if (error != IDN2_OK || !ascii) return bad(whole, "is no international name: " + std::string(idn2_strerror(error)));
    return std::string(ascii.get());
}

Result<std::string> canonical_label(std::string_view whole, std::string_view text) {
    std::string label = lower_case(text);
    if (!is_ascii(label)) {
        if (label.find('*') != std::string::npos)
            return bad(whole, "has a star among letters beyond ASCII; write that label in its xn-- form");
        auto ascii = to_ascii(whole, label);
        if (!ascii) return ascii;
        label = std::move(*ascii);
        if (label.find('*') != std::string::npos) return bad(whole, "holds a star that is not the plain one");
    }
    if (label.empty()) return bad(whole, "has an empty label");
    if (const auto why = forbidden(label); !why.empty() || label.find('.') != std::string::npos)
        return bad(whole, why.empty() ? "holds a character no host name has" : why);
    if (label.size() > kMaxLabel) return bad(whole, "has a label longer than 63 characters");
    if (label.front() == '-' || label.back() == '-') return bad(whole, "has a label that begins or ends with -");
    if (label.starts_with("xn--") && label.find('*') == std::string::npos) {
        auto again = to_ascii(whole, label);
        if (!again) return again;
        if (*again != label) return bad(whole, "has an xn-- label that stands for no name");
    }
    return label;
}

Result<HostName> canonical_ipv6(std::string_view whole, std::string_view text) {
    if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
    if (text.find('%') != std::string_view::npos) return bad(whole, forbidden("%"));
    const auto address = Address::parse(text);
    if (!address || address->family != Family::v6) return bad(whole, "is no IPv6 address");
    const Address plain = address->unmapped();
    return HostName{plain.family == Family::v4 ? HostKind::ipv4 : HostKind::ipv6, plain.text()};
}

}  // namespace

bool is_number_label(std::string_view label) noexcept {
    if (is_hex_number(label)) return std::ranges::all_of(label.substr(2), is_hex_digit);
    return !label.empty() && std::ranges::all_of(label, is_digit);
}

std::vector<std::string_view> split_labels(std::string_view text) {
    std::vector<std::string_view> labels;
    for (std::size_t dot = text.find('.'); dot != std::string_view::npos; dot = text.find('.')) {
        labels.push_back(text.substr(0, dot));
        text.remove_prefix(dot + 1);
    }
    labels.push_back(text);
    return labels;
}

Result<std::vector<std::string>> canonical_labels(std::string_view text) {
    if (text.size() > kMaxText) return bad(text, "is longer than a host name can be");
    if (const auto why = forbidden(text); !why.empty()) return bad(text, why);
    const std::string dotted = with_plain_dots(text);
    std::string_view name = dotted;
    if (name.ends_with('.')) name.remove_suffix(1);
    if (name.empty()) return bad(text, "is empty");
    std::vector<std::string> labels;
    std::size_t size = 0;
    for (const std::string_view part : split_labels(name)) {
        auto label = canonical_label(text, part);
        if (!label) return tl::unexpected<Error>(std::move(label.error()));
        size += label->size() + 1;
        labels.push_back(std::move(*label));
    }
    if (size - 1 > kMaxName) return bad(text, "is longer than a host name can be");
    return labels;
}

Result<HostName> canonical_host(std::string_view text) {
    if (text.starts_with('[') || std::ranges::count(text, ':') > 1) return canonical_ipv6(text, text);
    auto labels = canonical_labels(text);
    if (!labels) return tl::unexpected<Error>(std::move(labels.error()));
    if (text.find('*') != std::string_view::npos) return bad(text, "holds a star; a host is named in full");
    if (is_number_label(labels->back())) {
        const auto address = parse_numbers(*labels);
        if (!address) return bad(text, "ends in a number, but is no IPv4 address");
        return HostName{HostKind::ipv4, address->text()};
    }
    HostName out;
    for (const std::string& label : *labels) out.text += (out.text.empty() ? "" : ".") + label;
    return out;
}

bool is_localhost(const HostName& host) noexcept {
    return host.text == "localhost" || host.text.ends_with(".localhost");
}

}  // namespace postern::policy
