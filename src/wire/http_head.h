// The head of an HTTP/1 request (RFC 9112), read as strictly as the standard allows: where two servers could see two
// different requests in the same bytes, there is no request.
//
// Lines end in CRLF and are never folded; no control characters; a target is printable ASCII; the length of a body is
// told once or not at all, and `chunked` is the only coding.
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
    std::string reason;  // for a person; has nothing of the request in it
    bool operator==(const BadRequest&) const = default;
};

struct Header {
    std::string name;   // lower case
    std::string value;  // without the blanks around it
    bool operator==(const Header&) const = default;
};

struct Head {
    std::string method = {};
    std::string target = {};           // as written
    int minor = 1;                     // of the version: 0 or 1
    std::vector<Header> headers = {};  // as they came
    std::optional<std::uint64_t> content_length = std::nullopt;
    bool chunked = false;  // never together with content_length
    std::size_t size = 0;  // bytes up to and with the empty line
    bool operator==(const Head&) const = default;
};

using HeadAnswer = std::variant<Incomplete, BadRequest, Head>;

[[nodiscard]] HeadAnswer parse_request_head(std::string_view bytes);

// The same for a head that arrives in pieces: no byte is looked at twice, however small they are.
class HeadReader {
public:
    // All bytes up to now: those of the last call, and more. Once the answer is not Incomplete, there is no next call.
    [[nodiscard]] HeadAnswer read(std::string_view bytes);

private:
    Head head_;  // its size: of the lines that are done
    bool begun_ = false;
    std::size_t looked_at_ = 0;  // of the next line
};

// One `name: value` without its CRLF.
[[nodiscard]] std::variant<BadRequest, Header> parse_header_line(std::string_view line);

// The next line of `bytes` without its CRLF; refuses lone CRs and LFs and every control character but the tab. The
// first `from` bytes are known to be part of it.
[[nodiscard]] std::variant<Incomplete, BadRequest, std::string_view> next_line(std::string_view bytes,
                                                                               std::size_t from = 0);

// The elements of a comma separated list, without blanks and without the empty ones.
[[nodiscard]] std::vector<std::string_view> list_elements(std::string_view value);

}  // namespace postern::wire
