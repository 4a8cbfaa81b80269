#include "wire/http_route.h"

#include <gtest/gtest.h>

#include <string>

namespace postern::wire {
namespace {

Head head_of(const std::string& bytes) {
    auto parsed = parse_request_head(bytes);
    const auto* wrong = std::get_if<BadRequest>(&parsed);
    EXPECT_TRUE(std::holds_alternative<Head>(parsed)) << bytes << (wrong ? wrong->reason : "");
    return std::holds_alternative<Head>(parsed) ? std::get<Head>(std::move(parsed)) : Head{};
}

// A null `host` gives HTTP/1.0 without the header.
Head head_for(const std::string& method, const std::string& target, const char* host) {
    const std::string line = method + ' ' + target;
    return head_of(host ? line + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n" : line + " HTTP/1.0\r\n\r\n");
}

using Routed = std::variant<BadRequest, Route>;
constexpr auto kConnect = Route::Kind::connect;
constexpr auto kForward = Route::Kind::forward;

TEST(RouteOf, ReadsWhereTheRequestGoes) {
    const struct {
        const char *method, *target, *host;
        Route wanted;
    } cases[] = {
        {"CONNECT", "a.example:443", "a.example:443", {kConnect, "a.example", 443, ""}},
        {"CONNECT", "A.example:8443", "a.EXAMPLE", {kConnect, "A.example", 8443, ""}},
        {"CONNECT", "a.example:1", nullptr, {kConnect, "a.example", 1, ""}},
        {"CONNECT", "[::1]:65535", "[::1]:65535", {kConnect, "[::1]", 65535, ""}},
        {"CONNECT", "127.1:22", "127.1:22", {kConnect, "127.1", 22, ""}},
        {"GET", "http://a.example/b?c=d", "a.example", {kForward, "a.example", 80, "/b?c=d"}},
        {"GET", "http://a.example/b", "A.Example:80", {kForward, "a.example", 80, "/b"}},
        {"GET", "HTTP://a.example:80/b", "a.example", {kForward, "a.example", 80, "/b"}},
        {"GET", "http://a.example:8080/", "a.example:8080", {kForward, "a.example", 8080, "/"}},
        {"GET", "http://a_b-c.example.", "a_b-c.example.", {kForward, "a_b-c.example.", 80, "/"}},
        {"GET", "http://a?b/c", "a", {kForward, "a", 80, "/?b/c"}},
        {"GET", "http://a/b@c:d//http://e", "a", {kForward, "a", 80, "/b@c:d//http://e"}},
        {"GET", "http://[fe80::1]:81/", "[FE80::1]:81", {kForward, "[fe80::1]", 81, "/"}},
        {"GET", "http://[::ffff:1.2.3.4]/", nullptr, {kForward, "[::ffff:1.2.3.4]", 80, "/"}},
        {"OPTIONS", "http://a", "a", {kForward, "a", 80, "*"}},
        {"OPTIONS", "http://a?", "a", {kForward, "a", 80, "/?"}},
        {"OPTIONS", "http://a/", "a", {kForward, "a", 80, "/"}},
    };
    for (const auto& c : cases) {
        const auto route = route_of(head_for(c.method, c.target, c.host));
        const auto* wrong = std::get_if<BadRequest>(&route);
        EXPECT_TRUE(route == Routed(c.wanted)) << c.method << ' ' << c.target << ' ' << (wrong ? wrong->reason : "");
    }
}

TEST(RouteOf, DoesNotForwardWhatShowsTheRequest) {
    for (const char* const method : {"TRACE", "Trace", "trace"}) {
        const auto route = route_of(head_for(method, "http://a/", "a"));
        EXPECT_TRUE(route == Routed(BadRequest{501, "TRACE is not forwarded"})) << method;
    }
}

TEST(ForwardedHead, NamesTheJudgedHostToAProxy) {
    const auto told = [](const std::string& head_text, const ProxyAdditions& proxy) {
        const Head head = head_of(head_text);
        return forwarded_head(head, std::get<Route>(route_of(head)), proxy);
    };
    EXPECT_EQ(told("GET http://A.Example:8080/b?c HTTP/1.1\r\nHost: A.Example:8080\r\nX: y\r\n"
                   "Proxy-Authorization: Basic bWU6bWU=\r\n\r\n",
                   {.host = "a.example", .authorization = "Basic dTpw"}),
              "GET http://a.example:8080/b?c HTTP/1.1\r\nHost: a.example:8080\r\nx: y\r\n"
              "Proxy-Authorization: Basic dTpw\r\nConnection: close\r\n\r\n");
    EXPECT_EQ(
        told("POST http://0x7f.1/ HTTP/1.0\r\nContent-Length: 2\r\n\r\n", {.host = "127.0.0.1", .authorization = {}}),
        "POST http://127.0.0.1/ HTTP/1.0\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\nConnection: close\r\n\r\n");
    EXPECT_EQ(told("OPTIONS http://a HTTP/1.1\r\nHost: a\r\n\r\n", {.host = "a", .authorization = {}}),
              "OPTIONS http://a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    EXPECT_EQ(told("GET http://[0:0::1]/ HTTP/1.0\r\n\r\n", {.host = "[::1]", .authorization = {}}),
              "GET http://[::1]/ HTTP/1.0\r\nHost: [::1]\r\nConnection: close\r\n\r\n");
}

TEST(RouteOf, RefusesEverythingElse) {
    const char* const proxy = "this is a proxy, not a server: the target must begin with http://";
    const char* const scheme = "only http:// is forwarded; for anything else use CONNECT host:port";
    const char* const other = "the Host header names another place than the target";
    const std::string long_host = std::string(256, 'a') + ":1";
    const struct {
        const char *method, *target, *host, *reason;
    } cases[] = {
        {"CONNECT", "a", "a", "CONNECT takes host:port, and there is no port"},
        {"CONNECT", "a:", "a", "the target of CONNECT: not a port from 1 to 65535"},
        {"CONNECT", "a:0", "a", "the target of CONNECT: not a port from 1 to 65535"},
        {"CONNECT", "a:65536", "a", "the target of CONNECT: not a port from 1 to 65535"},
        {"CONNECT", "a:0443", "a", "the target of CONNECT: not a port from 1 to 65535"},
        {"CONNECT", "a:+1", "a", "the target of CONNECT: not a port from 1 to 65535"},
        {"CONNECT", "a:1:2", "a", "the target of CONNECT: not a port from 1 to 65535"},
        {"CONNECT", ":443", "a", "the target of CONNECT: not the name or address of a host"},
        {"CONNECT", "::1:443", "a", "the target of CONNECT: not the name or address of a host"},
        {"CONNECT", "[::1:443", "a", "the target of CONNECT: not the name or address of a host"},
        {"CONNECT", "[::1]443", "a", "the target of CONNECT: not the name or address of a host"},
        {"CONNECT", "[]:443", "a", "the target of CONNECT: not the name or address of a host"},
        {"CONNECT", "[fe80::1%25eth0]:443", "a", "the target of CONNECT: not the name or address of a host"},
        {"CONNECT", "a%2eb:443", "a", "the target of CONNECT: not the name or address of a host"},
        {"CONNECT", "a,b:443", "a", "the target of CONNECT: not the name or address of a host"},
        {"CONNECT", "a\\b:443", "a", "the target of CONNECT: not the name or address of a host"},
        {"CONNECT", long_host.c_str(), "a", "the target of CONNECT: not the name or address of a host"},
        {"CONNECT", "u@a:443", "a", "the target of CONNECT: a user name in front of the host"},
        {"CONNECT", "a:443/", "a:443", "CONNECT takes host:port and nothing else"},
        {"CONNECT", "http://a:443", "a:443", "CONNECT takes host:port and nothing else"},
        {"CONNECT", "a:443", "a:80", other},
        {"CONNECT", "a:443", "b:443", other},
        {"CONNECT", "a:443", "a.:443", other},
        {"CONNECT", "a:443", "", "the Host header: not the name or address of a host"},
        {"CONNECT", "a:443", "a:443, b", "the Host header: not a port from 1 to 65535"},
        {"connect", "a:443", "a:443", "the target must begin with http://"},
        {"GET", "/x", "a", proxy},
        {"GET", "//a/x", "a", proxy},
        {"OPTIONS", "*", "a", proxy},
        {"GET", "a:80", "a", "the target must begin with http://"},
        {"GET", "http:/a/", "a", "the target must begin with http://"},
        {"GET", "https://a/", "a", "https:// goes through a tunnel: use CONNECT host:443"},
        {"GET", "ftp://a/", "a", scheme},
        {"GET", "/http://a/", "a", proxy},
        {"GET", "x/http://a/", "a", scheme},
        {"GET", "http://a/#b", "a", "a fragment in the target"},
        {"GET", "http://u:p@a/", "a", "the target: a user name in front of the host"},
        {"GET", "http://a\\@b/", "b", "the target: a user name in front of the host"},
        {"GET", "http://a\\b/", "b", "the target: not the name or address of a host"},
        {"GET", "http:///x", "x", "the target: not the name or address of a host"},
        {"GET", "http://", "x", "the target: not the name or address of a host"},
        {"GET", "http://a:/", "a", "the target: not a port from 1 to 65535"},
        {"GET", "http://a:99999/", "a", "the target: not a port from 1 to 65535"},
        {"GET", "http://a/", "b", other},
        {"GET", "http://a/", "a:81", other},
        {"GET", "http://a:81/", "a", other},
        {"GET", "http://a/", "", "the Host header: not the name or address of a host"},
        {"GET", "http://a/", "a:", "the Host header: not a port from 1 to 65535"},
        {"GET", "http://a/", "u@a", "the Host header: a user name in front of the host"},
        {"GET", "http://a/", "a, b", "the Host header: not the name or address of a host"},
    };
    for (const auto& c : cases) {
        const auto route = route_of(head_for(c.method, c.target, c.host));
        const auto* wrong = std::get_if<BadRequest>(&route);
        EXPECT_TRUE(route == Routed(BadRequest{400, c.reason}))
            << c.method << ' ' << c.target << " Host: " << c.host << ": " << (wrong ? wrong->reason : "accepted");
    }
}

TEST(RouteOf, LetsNoBodyIntoATunnel) {
    const Routed wanted = BadRequest{400, "a CONNECT request has no body"};
    EXPECT_TRUE(route_of(head_of("CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\nContent-Length: 1\r\n\r\n")) == wanted);
    EXPECT_TRUE(route_of(head_of("CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\nTransfer-Encoding: chunked\r\n\r\n")) == wanted);
    EXPECT_TRUE(route_of(head_of("CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\nContent-Length: 0\r\n\r\n")) ==
                Routed(Route{kConnect, "a", 1, ""}));
}

TEST(ForwardedHead, KeepsWhatIsForTheServerOnly) {
    const struct {
        const char *bytes, *wanted;
    } cases[] = {
        {"GET http://a.example/b?c HTTP/1.1\r\nAccept: */*\r\nHost: A.example:80\r\n\r\n",
         "GET /b?c HTTP/1.1\r\nHost: a.example\r\naccept: */*\r\nConnection: close\r\n\r\n"},
        {"GET http://a:81 HTTP/1.0\r\n\r\n", "GET / HTTP/1.0\r\nHost: a:81\r\nConnection: close\r\n\r\n"},
        {"OPTIONS http://[::1]:81 HTTP/1.1\r\nHost: [::1]:81\r\n\r\n",
         "OPTIONS * HTTP/1.1\r\nHost: [::1]:81\r\nConnection: close\r\n\r\n"},
        {"POST http://a/ HTTP/1.1\r\nHost: a\r\nContent-Length: 007\r\nX:\r\n\r\n",
         "POST / HTTP/1.1\r\nHost: a\r\nx: \r\nContent-Length: 7\r\nConnection: close\r\n\r\n"},
        {"POST http://a/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTE: trailers\r\nTrailer: X\r\n\r\n",
         "POST / HTTP/1.1\r\nHost: a\r\ntransfer-encoding: chunked\r\nConnection: close\r\n\r\n"},
        {"GET http://a/ HTTP/1.1\r\nHost: a\r\nKeep-Alive: 5\r\nTE: x\r\nTrailer: x\r\nUpgrade: h2c\r\nHTTP2-Settings: "
         "AA\r\n\r\n",
         "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"},
        {"GET http://a/ HTTP/1.1\r\nHost: a\r\nX-Secret: 1\r\nConnection: keep-alive, X-Secret\r\nConnection: "
         "upgrade,http2-settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\nProxy-Connection: keep-alive\r\n"
         "Proxy-Authorization: Basic eDp5\r\nProxy-Authenticate: Basic\r\nKeep-Alive: 5\r\nY: 2\r\nY: 3\r\n\r\n",
         "GET / HTTP/1.1\r\nHost: a\r\ny: 2\r\ny: 3\r\nConnection: close\r\n\r\n"},
    };
    for (const auto& c : cases) {
        const Head head = head_of(c.bytes);
        const auto route = route_of(head);
        ASSERT_TRUE(std::holds_alternative<Route>(route)) << c.bytes;
        const std::string out = forwarded_head(head, std::get<Route>(route));
        EXPECT_EQ(out, c.wanted);
        const Head again = head_of(out);
        EXPECT_EQ(again.size, out.size());
        EXPECT_EQ(again.content_length, head.content_length);
        EXPECT_EQ(again.chunked, head.chunked);
        EXPECT_TRUE(std::holds_alternative<BadRequest>(route_of(again))) << "no proxy would take it any further";
    }
}

}  // namespace
}  // namespace postern::wire
