#include "network/gate_client.h"

#include "network/refusal.h"

#include <gtest/gtest.h>

namespace postern::network {
namespace {

using Answer = std::variant<Incomplete, TunnelRefused, TunnelOpen>;

TEST(GateClient, Asks) {
    EXPECT_EQ(connect_request({.text = "example.org"}, 22),
              "CONNECT example.org:22 HTTP/1.1\r\nHost: example.org:22\r\n\r\n");
    EXPECT_EQ(connect_request({.kind = policy::HostKind::ipv6, .text = "::1"}, 443),
              "CONNECT [::1]:443 HTTP/1.1\r\nHost: [::1]:443\r\n\r\n");
}

TEST(GateClient, Understands) {
    const std::string unknown = http_refusal(403, {.host = "a.test",
                                                   .port = 22,
                                                   .reason = "`a.test:22` is not on the list of allowed hosts",
                                                   .listing_helps = true});
    const std::string denied = http_refusal(403, {.host = "a.test", .port = 22, .reason = "no", .rule = "deny it"});
    const struct {
        std::string bytes;
        Ended ended;
        Answer answer;
    } cases[] = {
        {"", Ended::no, Incomplete{}},
        {"HTTP/1.1 200 OK\r\n", Ended::no, Incomplete{}},
        {"HTTP/1.1 200 OK\r\n\r\nSSH-2.0", Ended::no, TunnelOpen{19}},
        {"HTTP/1.1 200 OK\r\n\r\n", Ended::yes, TunnelOpen{19}},
        {unknown, Ended::no, Incomplete{}},
        {unknown, Ended::yes,
         TunnelRefused{"`a.test:22` is not on the list of allowed hosts; to allow it, add it to "
                       "sandbox.network.allowedDomains"}},
        {denied, Ended::yes, TunnelRefused{"no"}},
        {unknown.substr(0, unknown.size() - 5), Ended::yes,
         TunnelRefused{"the gate answers `HTTP/1.1 403 Forbidden; `a.test:22` is not on the list of allowed hosts`"}},
        {"HTTP/1.1 407 \x1b[31m\r\n\r\n<html>", Ended::yes, TunnelRefused{"the gate answers `HTTP/1.1 407 \\x1b[31m`"}},
        {"", Ended::yes, TunnelRefused{"the gate closed the connection without an answer"}},
        {std::string(kGateAnswerLimit, 'x'), Ended::no,
         TunnelRefused{"the gate closed the connection without an answer"}},
    };
    for (const auto& c : cases) EXPECT_EQ(parse_connect_answer(c.bytes, c.ended), c.answer) << c.bytes;
}

}  // namespace
}  // namespace postern::network
