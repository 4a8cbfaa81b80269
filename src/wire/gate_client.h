// The client's side of the gate, for programs that speak no proxy protocol: one CONNECT request, and the gate's answer.
#pragma once

#include "policy/host_name.h"
#include "wire/incomplete.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace postern::wire {

inline constexpr std::size_t kGateAnswerLimit = std::size_t{64} * 1024;  // including the body of a refusal

struct TunnelOpen {
    std::size_t size;  // of the answer; later bytes come from the server
    bool operator==(const TunnelOpen&) const = default;
};
struct TunnelRefused {
    std::string reason;  // for a person, with the setting that would allow it if there is one
    bool operator==(const TunnelRefused&) const = default;
};

[[nodiscard]] std::string connect_request(const policy::HostName& host, std::uint16_t port);

// `yes` if the connection has ended.
enum class Ended : std::uint8_t { no, yes };
[[nodiscard]] std::variant<Incomplete, TunnelRefused, TunnelOpen> parse_connect_answer(std::string_view bytes,
                                                                                       Ended ended);

}  // namespace postern::wire
