#include "wire/http_head.h"

#include "base/ascii.h"
#include "base/text.h"

#include <algorithm>

namespace postern::wire {
namespace {

bool is_token_character(char c) {
    if (is_digit(c) || is_letter(c)) return true;
    return c != '\0' && std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

bool is_token(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, is_token_character);
}

BadRequest bad(std::string reason, int status = 400) {
    return {.status = status, .reason = std::move(reason)};
}

std::optional<BadRequest> read_version(std::string_view text, Head& head) {
    if (text == "HTTP/1.1" || text == "HTTP/1.0") {
        head.minor = text.back() - '0';
        return std::nullopt;
    }
    const bool well_formed =
        text.size() == 8 && text.starts_with("HTTP/") && is_digit(text[5]) && text[6] == '.' && is_digit(text[7]);
    if (!well_formed) return bad("the request line does not end in a version");
    if (text[5] == '2') return bad("this is HTTP/2; only HTTP/1.1 and HTTP/1.0 are spoken here", 505);
    return bad("only HTTP/1.1 and HTTP/1.0 are spoken here", 505);
}

// Parses `METHOD target HTTP/1.x`, with single blanks.
std::optional<BadRequest> read_request_line(std::string_view line, Head& head) {
    if (line.empty()) return bad("an empty line before the request");
    const auto blank = line.find(' ');
    const auto method = line.substr(0, blank);
    if (!is_token(method)) return bad("the method is not a word");
    if (blank == std::string_view::npos) return bad("the request line has no target");
    const auto rest = line.substr(blank + 1);
    const auto second = rest.find(' ');
    const auto target = rest.substr(0, second);
    if (target.empty()) return bad("the request line has no target");
    if (target.size() > kTargetLimit) return bad("the target is longer than 8 KiB", 414);
    if (!std::ranges::all_of(target, [](char c) { return c > ' ' && c < '\x7f'; })) {
        return bad("the target has characters that must be percent-encoded");
    }
    if (second == std::string_view::npos) {
        return bad("the request line has no version: HTTP/0.9 is not spoken here", 505);
    }
    head.method = method;
    head.target = target;
    return read_version(rest.substr(second + 1), head);
}

std::optional<BadRequest> read_length(std::string_view value, Head& head) {
    if (head.content_length) return bad("more than one Content-Length");
    if (head.chunked) return bad("both Content-Length and Transfer-Encoding");
    if (value.empty() || !std::ranges::all_of(value, is_digit)) return bad("Content-Length is not a number");
    std::uint64_t length = 0;
    for (const char c : value) {
        length = length * 10 + static_cast<std::uint64_t>(c - '0');
        if (length > kLengthLimit) return bad("Content-Length is too large");
    }
    head.content_length = length;
    return std::nullopt;
}

std::optional<BadRequest> read_coding(std::string_view value, Head& head) {
    if (head.chunked) return bad("more than one Transfer-Encoding");
    if (head.content_length) return bad("both Content-Length and Transfer-Encoding");
    if (head.minor == 0) return bad("HTTP/1.0 has no Transfer-Encoding");
    if (value != "chunked") return bad("the only Transfer-Encoding known here is \"chunked\"", 501);
    head.chunked = true;
    return std::nullopt;
}

// A proxy removes the headers that the Connection header lists. Headers about the length or the host must not be
// removed.
std::optional<BadRequest> check_connection(std::string_view value) {
    for (const auto element : list_elements(value)) {
        if (!is_token(element)) return bad("Connection is not a list of words");
        const std::string name = lower_case(element);
        if (name == "host" || name == "content-length" || name == "transfer-encoding") {
            return bad("Connection names a header that every recipient needs");
        }
    }
    return std::nullopt;
}

// Notes what the header says about the end of the request and its host.
std::optional<BadRequest> take_header(Header header, Head& head) {
    if (head.headers.size() == kHeaderLimit) return bad("more than 200 headers", 431);
    std::optional<BadRequest> wrong;
    if (header.name == "content-length") {
        wrong = read_length(header.value, head);
    } else if (header.name == "transfer-encoding") {
        wrong = read_coding(header.value, head);
    } else if (header.name == "connection") {
        wrong = check_connection(header.value);
    } else if (header.name == "host" && std::ranges::find(head.headers, "host", &Header::name) != head.headers.end()) {
        wrong = bad("more than one Host");
    }
    head.headers.push_back(std::move(header));
    return wrong;
}

}  // namespace

std::variant<Incomplete, BadRequest, std::string_view> next_line(std::string_view bytes, std::size_t from) {
    for (std::size_t i = from; i < bytes.size(); ++i) {
        const char c = bytes[i];
        if (c == '\n') return bad("a line feed without a carriage return");
        if (c == '\r') {
            if (i + 1 == bytes.size()) return Incomplete{};
            if (bytes[i + 1] != '\n') return bad("a carriage return without a line feed");
            return bytes.substr(0, i);
        }
        if ((static_cast<unsigned char>(c) < ' ' && c != '\t') || c == '\x7f') return bad("a control character");
    }
    return Incomplete{};
}

std::vector<std::string_view> list_elements(std::string_view value) {
    std::vector<std::string_view> elements;
    for (;;) {
        const auto comma = value.find(',');
        const auto element = trimmed(value.substr(0, comma));
        if (!element.empty()) elements.push_back(element);
        if (comma == std::string_view::npos) return elements;
        value.remove_prefix(comma + 1);
    }
}

std::variant<BadRequest, Header> parse_header_line(std::string_view line) {
    if (line.starts_with(' ') || line.starts_with('\t')) return bad("a header goes on in the next line");
    const auto colon = line.find(':');
    if (colon == std::string_view::npos) return bad("a header without a colon");
    const auto name = line.substr(0, colon);
    if (name.empty()) return bad("a header without a name");
    if (name.ends_with(' ') || name.ends_with('\t')) return bad("white space between a header's name and its colon");
    if (!is_token(name)) return bad("a header's name is not a word");
    return Header{.name = lower_case(name), .value = std::string(trimmed(line.substr(colon + 1)))};
}

HeadAnswer parse_request_head(std::string_view bytes) {
    return HeadReader().read(bytes);
}

HeadAnswer HeadReader::read(std::string_view bytes) {
    const std::string_view all = bytes.substr(0, kHeadLimit);
    while (true) {
        const auto rest = all.substr(head_.size);
        const auto next = next_line(rest, checked_);
        if (const auto* wrong = std::get_if<BadRequest>(&next)) return *wrong;
        if (std::holds_alternative<Incomplete>(next)) {
            if (all.size() == kHeadLimit) return bad("the head is longer than 64 KiB", 431);
            checked_ = rest.size() - (rest.ends_with('\r') ? 1 : 0);
            return Incomplete{};
        }
        const auto line = std::get<std::string_view>(next);
        head_.size += line.size() + 2;
        checked_ = 0;
        if (!has_request_line_) {
            has_request_line_ = true;
            if (auto wrong = read_request_line(line, head_)) return std::move(*wrong);
            continue;
        }
        if (line.empty()) break;
        auto header = parse_header_line(line);
        if (auto* wrong = std::get_if<BadRequest>(&header)) return std::move(*wrong);
        if (auto wrong = take_header(std::get<Header>(std::move(header)), head_)) return std::move(*wrong);
    }
    if (head_.minor == 1 && std::ranges::find(head_.headers, "host", &Header::name) == head_.headers.end()) {
        return bad("HTTP/1.1 without a Host");
    }
    return std::move(head_);
}

}  // namespace postern::wire
