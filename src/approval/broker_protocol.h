// What is said on the broker's socket: one line of JSON each, every one but the first signed. Pure: no sockets here.
//
//     broker   {"version": 1, "nonce": N}
//     client   {"body": TEXT, "mac": HMAC(token, "request" N sha256(TEXT))}
//     broker   {"body": TEXT, "mac": HMAC(token, "reply" N C sha256(TEXT))}      C: the challenge in the client's body
//
// The nonce is good for one request, and for ten seconds. docs/approvals.md describes the bodies.
#pragma once

#include "approval/question.h"
#include "base/result.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::approval {

inline constexpr std::chrono::seconds kNonceLife{10};
inline constexpr std::size_t kLongestRequest = 64 << 10;
inline constexpr std::size_t kLongestReply = 4 << 20;
inline constexpr std::size_t kTokenBytes = 32;

[[nodiscard]] std::string random_hex(std::size_t bytes);

struct Signed {
    std::string body, mac;
};
struct Challenge {
    std::string nonce;      // the broker's
    std::string counter{};  // the client's, in replies
};
enum class Speaker : std::uint8_t { client, broker };

[[nodiscard]] std::string hello_line(const std::string& nonce);
[[nodiscard]] Result<std::string> parse_hello(std::string_view line);  // the nonce
[[nodiscard]] std::string signed_line(const std::string& token, Speaker who, const Challenge& challenge,
                                      std::string body);
[[nodiscard]] Result<Signed> parse_signed(std::string_view line);
[[nodiscard]] bool is_genuine(const std::string& token, Speaker who, const Challenge& challenge, const Signed& said);

// A question as a person elsewhere is to see it. Long texts are cut, with a mark.
struct BrokerQuestion {
    std::string id{};  // the broker's
    About about = About::command;
    std::string subject{}, directory{}, session{}, actor{};
    std::vector<std::string> reasons{};
    Lasting longest = Lasting::once;
    std::int64_t asked_ms = 0;  // since 1970; the broker's clock
    std::int64_t pid = 0;       // who asks
};
[[nodiscard]] BrokerQuestion shown_to_others(const Question& question);

enum class BrokerAct : std::uint8_t { ask, list, watch, answer };
struct BrokerRequest {
    BrokerAct act = BrokerAct::list;
    std::string challenge{};
    std::optional<BrokerQuestion> question{};  // of ask
    std::string id{};                          // of answer
    Answer answer{};                           // of answer
};
[[nodiscard]] std::string request_body(const BrokerRequest& request);
[[nodiscard]] Result<BrokerRequest> parse_request(std::string_view body);

// One of these.
struct BrokerReply {
    std::string error{};
    std::optional<Answer> answer{};                          // to ask
    std::optional<std::vector<BrokerQuestion>> questions{};  // to list, and again and again to watch
    bool done = false;                                       // of answer
};
[[nodiscard]] std::string reply_body(const BrokerReply& reply);
[[nodiscard]] Result<BrokerReply> parse_reply(std::string_view body);

[[nodiscard]] std::string_view to_string(About about) noexcept;
[[nodiscard]] std::string_view to_string(Lasting lasting) noexcept;

}  // namespace postern::approval
