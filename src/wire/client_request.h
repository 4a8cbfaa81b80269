// Reads a client's first bytes until its target is known: HTTP CONNECT, an HTTP request to a proxy, or SOCKS5, told
// apart by the first byte. Bytes in, bytes out.
#pragma once

#include "wire/http_head.h"
#include "wire/http_route.h"
#include "wire/incomplete.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace postern::wire {

enum class ClientProtocol : std::uint8_t {
    nothing,  // not known yet
    connect,
    forward,  // an HTTP request to be forwarded
    socks,
    its_own,  // any protocol, spoken with the server itself
};

class ClientRequest {
public:
    struct Wanted {
        std::string host{};  // as the client wrote it
        std::uint16_t port = 0;
        bool operator==(const Wanted&) const = default;
    };
    struct Ended {  // close after sending `out`
        std::string reason{};
        bool operator==(const Ended&) const = default;
    };
    using Answer = std::variant<Incomplete, BadRequest, Ended, Wanted>;

    // Removes the bytes it has parsed from `in`, and appends the answers that the protocol demands to `out`. Must not
    // be called again after an answer other than Incomplete.
    [[nodiscard]] Answer read(std::string& in, std::string& out);

    [[nodiscard]] ClientProtocol protocol() const noexcept { return protocol_; }
    [[nodiscard]] const Head& head() const& noexcept { return *head_; }     // for HTTP, after Wanted
    [[nodiscard]] const Route& route() const& noexcept { return *route_; }  // the same

private:
    [[nodiscard]] Answer read_http(std::string& in);
    [[nodiscard]] Answer read_socks(std::string& in, std::string& out);

    ClientProtocol protocol_ = ClientProtocol::nothing;
    HeadReader head_reader_{};
    std::optional<Head> head_{};
    std::optional<Route> route_{};
    bool greeted_ = false;
};

}  // namespace postern::wire
