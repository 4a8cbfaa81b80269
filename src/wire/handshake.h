// How a proxy is talked into a tunnel. Bytes in, bytes out: whoever holds the connection sends and receives them.
#pragma once

#include "wire/proxy_url.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace postern::wire {

// Why there is no way to a host: the HTTP status that says so, and a sentence.
struct Closed {
    int status = 502;
    std::string reason{};
    bool operator==(const Closed&) const = default;
};

class Handshake {
public:
    // To `host` in its one spelling. The proxy must outlive this.
    Handshake(const Proxy& proxy, const policy::HostName& host, std::uint16_t port);

    [[nodiscard]] std::string& to_send() & noexcept { return to_send_; }  // taken from its beginning as it is sent
    enum class Progress : std::uint8_t { waits, open, refused };
    // Takes what it understands off the beginning of `in`. Open: what is left comes from the host.
    [[nodiscard]] Progress read(std::string& in);
    [[nodiscard]] const Closed& closed() const& noexcept { return closed_; }  // refused: why

private:
    enum class Step : std::uint8_t { http, socks_method, socks_login, socks_outcome, done };

    bool read_http(std::string& in);
    bool read_method(std::string& in);
    bool read_login(std::string& in);
    bool read_outcome(std::string& in);
    template <class Answer, class Parsed>
    std::optional<Answer> take(Parsed parsed, std::string& in);
    void refuse(int status, std::string why);

    const Proxy& proxy_;
    std::string request_{}, to_send_{};
    Step step_;
    Closed closed_{};
    bool refused_ = false;
};

// "the proxy proxy.corp:3128 refused: 407 Proxy Authentication Required"
[[nodiscard]] Closed refusal_of(const Proxy& proxy, int status, std::string_view phrase);

}  // namespace postern::wire
