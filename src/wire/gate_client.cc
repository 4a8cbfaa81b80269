#include "wire/gate_client.h"

#include "base/quote.h"

#include <nlohmann/json.hpp>

namespace postern::wire {
namespace {

constexpr std::string_view kOpen = "HTTP/1.1 200 ";

// The body of a refusal, as http_refusal() writes it; also of another proxy that has put itself in the gate's place.
TunnelRefused refused(std::string_view status_line, std::string_view body) {
    constexpr std::string_view kPrefix = "postern: ";
    const auto told = nlohmann::json::parse(body, nullptr, false);
    if (!told.is_object() || !told.contains("error") || !told["error"].is_string()) {
        return {"the gate answers `" + printable(status_line) + '`'};
    }
    std::string reason = told["error"].get<std::string>();
    if (reason.starts_with(kPrefix)) reason.erase(0, kPrefix.size());
    if (told.contains("allow")) reason += "; to allow it, add it to sandbox.network.allowedDomains";
    return {printable(reason)};
}

}  // namespace

std::string connect_request(const policy::HostName& host, std::uint16_t port) {
    const std::string name = host.kind == policy::HostKind::ipv6 ? '[' + host.text + ']' : host.text;
    const std::string place = name + ':' + std::to_string(port);
    return "CONNECT " + place + " HTTP/1.1\r\nHost: " + place + "\r\n\r\n";
}

std::variant<Incomplete, TunnelRefused, TunnelOpen> parse_connect_answer(std::string_view bytes, Ended ended) {
    constexpr std::string_view kEnd = "\r\n\r\n";
    const std::size_t end = bytes.find(kEnd);
    if (end != std::string_view::npos && bytes.starts_with(kOpen)) return TunnelOpen{end + kEnd.size()};
    // A refusal is followed by the end, so all of it is awaited.
    if (ended == Ended::no && bytes.size() < kGateAnswerLimit) return Incomplete{};
    if (end == std::string_view::npos) return TunnelRefused{"the gate closed the connection without an answer"};
    return refused(bytes.substr(0, bytes.find("\r\n")), bytes.substr(end + kEnd.size()));
}

}  // namespace postern::wire
