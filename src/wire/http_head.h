// Parses the head of an HTTP/1 request (RFC 9112) as strictly as the standard allows: bytes that two servers could read
// as two different requests are refused.
//
// Lines end in CRLF and are never folded; there are no control characters; a target is printable ASCII; the length of a
// body is given at most once, and `chunked` is the only coding.
#pragma once

#include "wire/incomplete.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace postern::wire {

inline constexpr std::size_t kHeadLimit = std::size_t{64} * 1024;  // bytes, with the empty line at the end
inline constexpr std::size_t kHeaderLimit = 200;
inline constexpr std::size_t kTargetLimit = std::size_t{8} * 1024;
inline constexpr std::uint64_t kLengthLimit = std::uint64_t{1} << 62;

struct BadRequest {
    int status;          // of the response: 400, 414, 431, 501, 505
    std::string reason;  // for a person; contains no text of the request
    bool operator==(const BadRequest&) const = default;
};

struct Header {
    std::string name;   // lower case
    std::string value;  // without surrounding blanks
    bool operator==(const Header&) const = default;
};

struct Head {
    std::string method = {};
    std::string target = {};           // as written
    int minor = 1;                     // minor version: 0 or 1
    std::vector<Header> headers = {};  // in their order
    std::optional<std::uint64_t> content_length = std::nullopt;
    bool chunked = false;  // never together with content_length
    std::size_t size = 0;  // bytes including the empty line
    bool operator==(const Head&) const = default;
};

using HeadAnswer = std::variant<Incomplete, BadRequest, Head>;

[[nodiscard]] HeadAnswer parse_request_head(std::string_view bytes);

// Parses a head that arrives in pieces, without reading any byte twice, however small the pieces are.
class HeadReader {
public:
    // `bytes` are all bytes so far: those of the last call, and more. Must not be called again after an answer other
    // than Incomplete.
    [[nodiscard]] HeadAnswer read(std::string_view bytes);

private:
    Head head_;  // its size counts the complete lines
    bool has_request_line_ = false;
    std::size_t checked_ = 0;  // bytes of the next line
};

// Parses `name: value`, without CRLF.
[[nodiscard]] std::variant<BadRequest, Header> parse_header_line(std::string_view line);

// Returns the next line of `bytes` without CRLF. Refuses single CRs and LFs, and control characters except the tab. The
// first `from` bytes were checked by an earlier call.
[[nodiscard]] std::variant<Incomplete, BadRequest, std::string_view> next_line(std::string_view bytes,
                                                                               std::size_t from = 0);

// Returns the elements of a comma-separated list, without blanks and without empty elements.
[[nodiscard]] std::vector<std::string_view> list_elements(std::string_view value);

}  // namespace postern::wire
