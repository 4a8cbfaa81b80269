// What a proxy says when it is asked for a tunnel: the head of an HTTP response (RFC 9112), and the three messages of a
// SOCKS5 server (RFC 1928, RFC 1929). As strict as the parsers for clients: a proxy is another's program.
#pragma once

#include "wire/incomplete.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace postern::wire {

inline constexpr std::size_t kAnswerLimit = std::size_t{16} * 1024;  // bytes, with the empty line at the end

struct BadAnswer {
    std::string reason;  // for a person; has nothing of the answer in it
    bool operator==(const BadAnswer&) const = default;
};

struct HttpAnswer {
    int status = 0;
    std::string phrase{};  // as it came; may be empty
    std::size_t size = 0;  // bytes up to and with the empty line
    bool operator==(const HttpAnswer&) const = default;
};
[[nodiscard]] std::variant<Incomplete, BadAnswer, HttpAnswer> parse_http_answer(std::string_view bytes);

// The status of a response that has only begun; nothing: not known yet. 0: this is no HTTP/1 response.
[[nodiscard]] std::optional<int> status_in(std::string_view bytes);

// The first two messages: a version, and one byte that says something.
struct SocksByte {
    unsigned value = 0;
    std::size_t size = 2;
    bool operator==(const SocksByte&) const = default;
};
using SocksByteAnswer = std::variant<Incomplete, BadAnswer, SocksByte>;
[[nodiscard]] SocksByteAnswer parse_socks_method(std::string_view bytes);
[[nodiscard]] SocksByteAnswer parse_socks_login(std::string_view bytes);  // 0: let in

// The last one: 0, or why not. What the server bound itself to is of no use to us, but has to be well-formed.
[[nodiscard]] SocksByteAnswer parse_socks_outcome(std::string_view bytes);

}  // namespace postern::wire
