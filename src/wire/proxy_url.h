// A proxy as settings and the environment name it: http://[user:password@]host[:port], or the same with socks5:// or
// socks5h://. Both SOCKS schemes mean that the proxy resolves names.
#pragma once

#include "base/result.h"
#include "policy/domain_rules.h"
#include "policy/host_name.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::wire {

struct Login {
    std::string user{}, password{};  // percent-decoded
    bool operator==(const Login&) const = default;
};

struct Proxy {
    enum class Kind : std::uint8_t { http, socks5 };
    Kind kind = Kind::http;
    policy::HostName host{};
    std::uint16_t port = 0;
    std::optional<Login> login{};

    [[nodiscard]] std::string place() const;          // "proxy.corp:3128", for people; never contains the login
    [[nodiscard]] std::string authorization() const;  // value of Proxy-Authorization; empty without a login
    bool operator==(const Proxy&) const = default;
};

// The default port is 80, or 1080 for SOCKS. Error messages contain no part of the text, which may hold a password.
[[nodiscard]] Result<Proxy> parse_proxy_url(std::string_view text);

// The hosts that are reached without the proxy, as NO_PROXY names them:
//
//   example.org        that host and every name below it    .example.org  *.example.org   the names below it only
//   10.0.0.1  ::1      that address                         10.0.0.0/8  fd00::/8          a range of them
//   example.org:8080   for one port                         *                             every host
class NoProxy {
public:
    Status add(std::string_view entry);
    // Splits at commas and blanks. Invalid entries are ignored, as all other readers of the variable do.
    static NoProxy from_variable(std::string_view text);

    [[nodiscard]] bool covers(const policy::HostName& host, std::uint16_t port) const;
    bool operator==(const NoProxy&) const = default;

private:
    std::vector<policy::DomainPattern> patterns_;
};

}  // namespace postern::wire
