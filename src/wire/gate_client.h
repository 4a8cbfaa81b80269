// A client's words to the gate, for programs that have none of their own: one CONNECT, and what the gate says to it.
#pragma once

#include "policy/host_name.h"
#include "wire/incomplete.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace postern::wire {

inline constexpr std::size_t kGateAnswerLimit = std::size_t{64} * 1024;  // bytes, with the body of a refusal

struct TunnelOpen {
    std::size_t size;  // of the answer; what follows is the server's
    bool operator==(const TunnelOpen&) const = default;
};
struct TunnelRefused {
    std::string reason;  // for a person, with what would allow it if something would
    bool operator==(const TunnelRefused&) const = default;
};

[[nodiscard]] std::string connect_request(const policy::HostName& host, std::uint16_t port);

// `ended`: nothing more will come.
enum class Ended : std::uint8_t { no, yes };
[[nodiscard]] std::variant<Incomplete, TunnelRefused, TunnelOpen> parse_connect_answer(std::string_view bytes,
                                                                                       Ended ended);

}  // namespace postern::wire
