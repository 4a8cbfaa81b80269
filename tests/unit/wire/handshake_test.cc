#include "wire/handshake.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace postern::wire {
namespace {

using namespace std::string_literals;
using policy::HostKind;

const policy::HostName kHost{HostKind::name, "a.test"};
const Proxy kHttp{Proxy::Kind::http, {HostKind::name, "proxy.corp"}, 3128, {}};
const Proxy kSocks{Proxy::Kind::socks5, {HostKind::name, "proxy.corp"}, 1080, {}};

Proxy with_login(Proxy proxy) {
    proxy.login = Login{"user", "secret"};
    return proxy;
}

// All that was sent, and how it ended: "open" and what came behind, or the refusal.
struct Talk {
    std::string sent{}, end{};
};

// What the proxy says comes in pieces of `piece` bytes.
Talk talk(const Proxy& proxy, const policy::HostName& host, const std::string& says, std::size_t piece) {
    Handshake handshake(proxy, host, 443);
    Talk out;
    std::string in;
    for (std::size_t at = 0;; at += piece) {
        out.sent += std::exchange(handshake.to_send(), {});
        const auto progress = handshake.read(in);
        out.sent += std::exchange(handshake.to_send(), {});
        if (progress == Handshake::Progress::open) {
            out.end = "open " + in + says.substr(std::min(at, says.size()));
            return out;
        }
        if (progress == Handshake::Progress::refused) {
            out.end = std::to_string(handshake.closed().status) + ' ' + handshake.closed().reason;
            return out;
        }
        if (at >= says.size()) {
            out.end = "waits";
            return out;
        }
        in += says.substr(at, piece);
    }
}

TEST(Handshake, EveryEnding) {
    const std::string refused = " the proxy proxy.corp:1080 refused: ";
    const std::string bound = "\5\0\0\1\0\0\0\0\0\0"s;
    const struct {
        Proxy proxy;
        std::string says, end;
    } cases[] = {
        {kHttp, "HTTP/1.1 200 OK\r\nVia: x\r\n\r\n", "open "},
        {kHttp, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nSSH-2.0-x\r\n", "open SSH-2.0-x\r\n"},
        {kHttp, "HTTP/1.1 200 OK\r\n", "waits"},
        {kHttp, "HTTP/1.1 407 Proxy Authentication Required\r\n\r\nbody",
         "502 the proxy proxy.corp:3128 refused: 407 Proxy Authentication Required"},
        {kHttp, "HTTP/1.0 403 Filtered\r\n\r\n", "403 the proxy proxy.corp:3128 refused: 403 Filtered"},
        {kHttp, "HTTP/1.0 504\r\n\r\n", "504 the proxy proxy.corp:3128 refused: 504"},
        {kHttp, "HTTP/1.1 100 Continue\r\n\r\n", "502 the proxy proxy.corp:3128 refused: 100 Continue"},
        {kHttp, "HTTP/1.1 302 Found\r\nLocation: x\r\n\r\n", "502 the proxy proxy.corp:3128 refused: 302 Found"},
        {kHttp, "HTTP/1.1 500 " + std::string(500, 'x') + "\r\n\r\n",
         "502 the proxy proxy.corp:3128 refused: 500 " + std::string(100, 'x')},
        {kHttp, "HTTP/1.1 500 \xff\xe2\x80\xae\r\n\r\n", "502 the proxy proxy.corp:3128 refused: 500 \\xff\\u202e"},
        {kHttp, "garbage", "502 the proxy proxy.corp:3128 cannot be understood: its answer is not HTTP/1"},
        {kSocks, "\5\0"s + bound + "hi", "open hi"},
        {kSocks, "\5\0\5\0\0\3\1a\0\1"s, "open "},
        {kSocks, "\5\xff", "502" + refused + "it wants a login"},
        {kSocks, "\5\2", "502 the proxy proxy.corp:1080 cannot be understood: it wants a login nobody offered"},
        {kSocks, "HTTP", "502 the proxy proxy.corp:1080 cannot be understood: its answer is not SOCKS5"},
        {kSocks, "\5\0\5\1"s, "502" + refused + "general failure (SOCKS reply 1)"},
        {kSocks, "\5\0\5\2"s, "403" + refused + "its rules do not allow this (SOCKS reply 2)"},
        {kSocks, "\5\0\5\4"s, "502" + refused + "host unreachable (SOCKS reply 4)"},
        {kSocks, "\5\0\5\6"s, "504" + refused + "TTL expired (SOCKS reply 6)"},
        {kSocks, "\5\0\5\xc8"s, "502" + refused + "general failure (SOCKS reply 200)"},
        {kSocks, "\5\0\5\0\0\1\0"s, "waits"},
        {with_login(kSocks), "\5\0"s + bound, "open "},
        {with_login(kSocks), "\5\2\1\0"s + bound, "open "},
        {with_login(kSocks), "\5\2\1\1"s, "502" + refused + "wrong user name or password"},
        {with_login(kSocks), "\5\xff", "502" + refused + "it takes no password"},
        {with_login(kSocks), "\5\1",
         "502 the proxy proxy.corp:1080 cannot be understood: it wants a login nobody offered"},
    };
    for (const auto& c : cases) {
        for (const std::size_t piece : {1U, 3U, 10'000U}) {
            const Talk got = talk(c.proxy, kHost, c.says, piece);
            EXPECT_EQ(got.end, c.end) << c.says << " in pieces of " << piece;
            EXPECT_EQ(got.end.find("secret"), std::string::npos);
        }
    }
}

TEST(Handshake, SaysWhatItWants) {
    const std::string good = "HTTP/1.1 200 OK\r\n\r\n";
    const policy::HostName v4{HostKind::ipv4, "127.0.0.1"}, v6{HostKind::ipv6, "fd00::1"};
    EXPECT_EQ(talk(kHttp, kHost, good, 1).sent, "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n");
    EXPECT_EQ(talk(kHttp, v6, good, 1).sent, "CONNECT [fd00::1]:443 HTTP/1.1\r\nHost: [fd00::1]:443\r\n\r\n");
    EXPECT_EQ(talk(with_login(kHttp), v4, good, 1).sent,
              "CONNECT 127.0.0.1:443 HTTP/1.1\r\nHost: 127.0.0.1:443\r\n"
              "Proxy-Authorization: Basic dXNlcjpzZWNyZXQ=\r\n\r\n");
    const std::string open = "\5\0"s, wanted = "\5\2\1\0"s;
    EXPECT_EQ(talk(kSocks, kHost, open, 1).sent, "\5\1\0\5\1\0\3\6a.test\1\xbb"s);
    EXPECT_EQ(talk(kSocks, v4, open, 1).sent, "\5\1\0\5\1\0\1\x7f\0\0\1\1\xbb"s);
    EXPECT_EQ(talk(kSocks, v6, open, 1).sent, "\5\1\0\5\1\0\4\xfd"s + std::string(14, '\0') + "\1\1\xbb"s);
    EXPECT_EQ(talk(with_login(kSocks), kHost, open, 1).sent, "\5\2\0\2\5\1\0\3\6a.test\1\xbb"s)
        << "no password for a proxy that wants none";
    EXPECT_EQ(talk(with_login(kSocks), kHost, wanted, 1).sent, "\5\2\0\2\1\4user\6secret\5\1\0\3\6a.test\1\xbb"s);
    EXPECT_EQ(talk(with_login(kSocks), kHost, "\5\2\1\1"s, 1).sent, "\5\2\0\2\1\4user\6secret"s);
}

}  // namespace
}  // namespace postern::wire
