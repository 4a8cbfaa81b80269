// Parses a proxy's answers to a request for a tunnel: the head of an HTTP response (RFC 9112), and the three messages
// of a SOCKS5 server (RFC 1928, RFC 1929). As strict as the parsers for clients, because a proxy is a foreign program.
#pragma once

#include "wire/incomplete.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace postern::wire {

inline constexpr std::size_t kAnswerLimit = std::size_t{16} * 1024;  // bytes, including the empty line

struct BadAnswer {
    std::string reason;  // for a person; contains no text of the answer
    bool operator==(const BadAnswer&) const = default;
};

struct HttpAnswer {
    int status = 0;
    std::string phrase{};  // as received; may be empty
    std::size_t size = 0;  // bytes including the empty line
    bool operator==(const HttpAnswer&) const = default;
};
[[nodiscard]] std::variant<Incomplete, BadAnswer, HttpAnswer> parse_http_answer(std::string_view bytes);

// Returns the status of a response that may be incomplete, nullopt if it is not known yet, or 0 if it is not HTTP/1.
[[nodiscard]] std::optional<int> status_in(std::string_view bytes);

// First and second message: a version, and one byte with the result.
struct SocksByte {
    unsigned value = 0;
    std::size_t size = 2;
    bool operator==(const SocksByte&) const = default;
};
using SocksByteAnswer = std::variant<Incomplete, BadAnswer, SocksByte>;
[[nodiscard]] SocksByteAnswer parse_socks_method(std::string_view bytes);
[[nodiscard]] SocksByteAnswer parse_socks_login(std::string_view bytes);  // 0 if accepted

// Third message: 0, or the reason of a failure. The bound address in it must be well-formed, but is not used.
[[nodiscard]] SocksByteAnswer parse_socks_outcome(std::string_view bytes);

}  // namespace postern::wire
