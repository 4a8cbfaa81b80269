#include "wire/gate_client.h"

#include "network/refusal.h"

#include <gtest/gtest.h>

namespace postern::network {
namespace {

using Answer = std::variant<wire::Incomplete, wire::TunnelRefused, wire::TunnelOpen>;

TEST(GateClient, Asks) {
    EXPECT_EQ(wire::connect_request({.text = "example.org"}, 22),
              "CONNECT example.org:22 HTTP/1.1\r\nHost: example.org:22\r\n\r\n");
    EXPECT_EQ(wire::connect_request({.kind = policy::HostKind::ipv6, .text = "::1"}, 443),
              "CONNECT [::1]:443 HTTP/1.1\r\nHost: [::1]:443\r\n\r\n");
}

TEST(GateClient, Understands) {
    const std::string unknown = http_refusal(403, {.host = "a.test",
                                                   .port = 22,
                                                   .reason = "`a.test:22` is not on the list of allowed hosts",
                                                   .allowed_if_listed = true});
    const std::string denied = http_refusal(403, {.host = "a.test", .port = 22, .reason = "no", .rule = "deny it"});
    const struct {
        std::string bytes;
        wire::Ended ended;
        Answer answer;
    } cases[] = {
        {"", wire::Ended::no, wire::Incomplete{}},
        {"HTTP/1.1 200 OK\r\n", wire::Ended::no, wire::Incomplete{}},
        {"HTTP/1.1 200 OK\r\n\r\nSSH-2.0", wire::Ended::no, wire::TunnelOpen{19}},
        {"HTTP/1.1 200 OK\r\n\r\n", wire::Ended::yes, wire::TunnelOpen{19}},
        {unknown, wire::Ended::no, wire::Incomplete{}},
        {unknown, wire::Ended::yes,
         wire::TunnelRefused{"`a.test:22` is not on the list of allowed hosts; to allow it, add it to "
                             "sandbox.network.allowedDomains"}},
        {denied, wire::Ended::yes, wire::TunnelRefused{"no"}},
        {unknown.substr(0, unknown.size() - 5), wire::Ended::yes,
         wire::TunnelRefused{
             "the gate answers `HTTP/1.1 403 Forbidden; `a.test:22` is not on the list of allowed hosts`"}},
        {"HTTP/1.1 407 \x1b[31m\r\n\r\n<html>", wire::Ended::yes,
         wire::TunnelRefused{"the gate answers `HTTP/1.1 407 \\x1b[31m`"}},
        {"", wire::Ended::yes, wire::TunnelRefused{"the gate closed the connection without an answer"}},
        {std::string(wire::kGateAnswerLimit, 'x'), wire::Ended::no,
         wire::TunnelRefused{"the gate closed the connection without an answer"}},
    };
    for (const auto& c : cases) EXPECT_EQ(wire::parse_connect_answer(c.bytes, c.ended), c.answer) << c.bytes;
}

}  // namespace
}  // namespace postern::network
