#include "wire/client_request.h"

#include <gtest/gtest.h>

#include <string>

namespace postern::wire {
namespace {

using namespace std::string_literals;

struct Heard {
    ClientRequest::Answer answer{};
    ClientProtocol protocol = ClientProtocol::nothing;
    std::string said{}, left{};
    bool operator==(const Heard&) const = default;
};

// Sends single bytes, as the slowest client would.
Heard hear(const std::string& bytes) {
    ClientRequest asking;
    Heard heard;
    for (const char byte : bytes) {
        heard.left += byte;
        if (std::holds_alternative<Incomplete>(heard.answer)) heard.answer = asking.read(heard.left, heard.said);
    }
    heard.protocol = asking.protocol();
    return heard;
}

TEST(ClientRequest, EachProtocolIsToldByItsFirstByte) {
    using Wanted = ClientRequest::Wanted;
    EXPECT_TRUE(hear("CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\nhello") ==
                (Heard{Wanted{"a.test", 443}, ClientProtocol::connect, "", "hello"}));
    EXPECT_TRUE(hear("GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\n\r\n") ==
                (Heard{Wanted{"a.test", 80}, ClientProtocol::forward, "", ""}));
    EXPECT_TRUE(hear("\5\1\0\5\1\0\3\6a.test\0\x16SSH"s) ==
                (Heard{Wanted{"a.test", 22}, ClientProtocol::socks, "\5\0"s, "SSH"}));
    EXPECT_TRUE(hear("\5\1\0\5\1\0\1\x0a\1\2\3\0\x50"s) ==
                (Heard{Wanted{"10.1.2.3", 80}, ClientProtocol::socks, "\5\0"s, ""}));
    EXPECT_TRUE(hear("\5\1\0\5\1\0\4"s + std::string(15, '\0') + "\1\0\x50"s) ==
                (Heard{Wanted{"::1", 80}, ClientProtocol::socks, "\5\0"s, ""}));
}

TEST(ClientRequest, WhoeverSaysLittleIsWaitedFor) {
    EXPECT_TRUE(hear("") == Heard{});
    EXPECT_TRUE(hear("GET http://a.test/ HTTP/1.1\r\n") ==
                (Heard{Incomplete{}, ClientProtocol::nothing, "", "GET http://a.test/ HTTP/1.1\r\n"}));
    EXPECT_TRUE(hear("\5\1\0"s) == (Heard{Incomplete{}, ClientProtocol::socks, "\5\0"s, ""}));
    EXPECT_TRUE(hear("\5\1\0\5\1"s) == (Heard{Incomplete{}, ClientProtocol::socks, "\5\0"s, "\5\1"s}));
}

TEST(ClientRequest, WhatIsWrongEndsIt) {
    const auto status = [](const std::string& bytes) {
        const Heard heard = hear(bytes);
        const auto* bad = std::get_if<BadRequest>(&heard.answer);
        return bad ? bad->status : 0;
    };
    EXPECT_EQ(status("\x16\x03\x01\r\n"), 400);
    EXPECT_EQ(status("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n"), 400);
    EXPECT_EQ(status("GET http://a.test/ HTTP/3.0\r\n"), 505);
    const auto said = [](const std::string& bytes) {
        const Heard heard = hear(bytes);
        return std::holds_alternative<ClientRequest::Ended>(heard.answer) ? heard.said : "not ended";
    };
    EXPECT_EQ(said("\5\0"s), "\5\xff");
    EXPECT_EQ(said("\5\1\2"s), "\5\xff");
    EXPECT_EQ(said("\5\1\0\5\2\0\1\1\1\1\1\0\x50"s), "\5\0\5\7\0\1\0\0\0\0\0\0"s);
}

}  // namespace
}  // namespace postern::wire
