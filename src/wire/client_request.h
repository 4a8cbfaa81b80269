// What a client says to the proxy until it is clear what it wants: HTTP CONNECT, an HTTP request, or SOCKS5, told apart by
// the first byte. Bytes in, bytes out.
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
    nothing,  // yet
    connect,
    forward,  // HTTP requests for others
    socks,
    its_own,  // whatever it is, with the server itself
};

class ClientRequest {
public:
    struct Wanted {
        std::string host{};  // as it was spelled
        std::uint16_t port = 0;
        bool operator==(const Wanted&) const = default;
    };
    struct Ended {  // nothing but `out` is to be said
        std::string reason{};
        bool operator==(const Ended&) const = default;
    };
    using Answer = std::variant<Incomplete, BadRequest, Ended, Wanted>;

    // What was understood is taken off `in`; what is to be said before more comes is added to `out`. Once the answer is not
    // Incomplete, there is no next call.
    [[nodiscard]] Answer read(std::string& in, std::string& out);

    [[nodiscard]] ClientProtocol speaks() const noexcept { return speaks_; }
    [[nodiscard]] const Head& head() const& noexcept { return *head_; }     // of HTTP, once it is clear what is wanted
    [[nodiscard]] const Route& route() const& noexcept { return *route_; }  // likewise

private:
    [[nodiscard]] Answer read_http(std::string& in);
    [[nodiscard]] Answer read_socks(std::string& in, std::string& out);

    ClientProtocol speaks_ = ClientProtocol::nothing;
    HeadReader head_reader_{};
    std::optional<Head> head_{};
    std::optional<Route> route_{};
    bool greeted_ = false;
};

}  // namespace postern::wire
