// A proxy as settings and the environment name it: http://[user:password@]host[:port], and likewise socks5:// and
// socks5h://, which mean the same here: the proxy resolves names.
#pragma once

#include "base/result.h"
#include "policy/host_name.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace postern::wire {

struct Login {
    std::string user{}, password{};  // as they are, not percent-encoded
    bool operator==(const Login&) const = default;
};

struct Proxy {
    enum class Kind : std::uint8_t { http, socks5 };
    Kind kind = Kind::http;
    policy::HostName host{};
    std::uint16_t port = 0;
    std::optional<Login> login{};

    [[nodiscard]] std::string place() const;          // "proxy.corp:3128": for people, never with the login
    [[nodiscard]] std::string authorization() const;  // the value of Proxy-Authorization; empty: no login
    bool operator==(const Proxy&) const = default;
};

// Without a port: 80, or 1080 for SOCKS. An error has nothing of the text in it, which may hold a password.
[[nodiscard]] Result<Proxy> parse_proxy_url(std::string_view text);

}  // namespace postern::wire
