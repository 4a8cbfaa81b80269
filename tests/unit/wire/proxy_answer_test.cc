#include "wire/proxy_answer.h"

#include "in_pieces.h"

#include <gtest/gtest.h>

#include <string>

namespace postern::wire {
namespace {

using namespace std::string_literals;
using Http = std::variant<Incomplete, BadAnswer, HttpAnswer>;

const std::string kGood = "HTTP/1.0 200 Connection established\r\nProxy-agent: tinyproxy/1.11.1\r\n\r\n";

TEST(HttpAnswer, IsRead) {
    const struct {
        std::string bytes;
        int status;
        const char* phrase;
    } cases[] = {
        {kGood, 200, "Connection established"},
        {"HTTP/1.1 200\r\n\r\n", 200, ""},
        {"HTTP/1.1 200 \r\n\r\n", 200, ""},
        {"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 3\r\n\r\n", 407,
         "Proxy Authentication Required"},
        {"HTTP/1.1 999 \xc3\xa9\r\n\r\n", 999, "\xc3\xa9"},
    };
    for (const auto& c : cases) {
        EXPECT_TRUE(parse_http_answer(c.bytes) == Http(HttpAnswer{c.status, c.phrase, c.bytes.size()})) << c.bytes;
        expect_complete_at_the_end(parse_http_answer, c.bytes);
    }
}

TEST(HttpAnswer, IsRefused) {
    const char* const other = "its answer is not HTTP/1";
    const struct {
        std::string bytes;
        const char* why;
    } cases[] = {
        {"SSH-2.0-x", other},
        {"\5\0"s, other},
        {"H\0"s, other},
        {"HTTP/2 200\r\n", other},
        {"HTTP/1.2 200 OK\r\n", other},
        {"http/1.1 200 OK\r\n", other},
        {"HTTP/1.1  200 OK\r\n", other},
        {"HTTP/1.1 20 OK\r\n", other},
        {"HTTP/1.1 2000 OK\r\n", other},
        {"HTTP/1.1 200\tOK\r\n", other},
        {"HTTP/1.1 099 x\r\n", "its answer has no status"},
        {"HTTP/1.1 200 OK\n\n", "its answer has a line that is not HTTP"},
        {"HTTP/1.1 200 O\0K\r\n\r\n"s, "its answer has a line that is not HTTP"},
        {"HTTP/1.1 200 O\x1b[2JK\r\n\r\n", "its answer has a line that is not HTTP"},
        {"HTTP/1.1 200 OK\r\nno header\r\n\r\n", "its answer has a line that is no header"},
        {"HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\n", "its answer has a line that is no header"},
        {"HTTP/1.1 200 " + std::string(20'000, 'x'), "its answer is longer than 16 KiB"},
    };
    for (const auto& c : cases) {
        EXPECT_TRUE(parse_http_answer(c.bytes) == Http(BadAnswer{c.why})) << c.bytes;
        if (c.bytes.size() < 1000) expect_the_first_answer_to_stay(parse_http_answer, c.bytes);
    }
    std::string many = "HTTP/1.1 200 OK\r\n";
    for (int i = 0; i < 101; ++i) many += "A: b\r\n";
    EXPECT_TRUE(parse_http_answer(many) == Http(BadAnswer{"its answer has more than 100 headers"}));
    for_each_mutation(kGood, 2000,
                      [](const std::string& text) { expect_the_first_answer_to_stay(parse_http_answer, text); });
}

TEST(StatusIn, IsKnownAsSoonAsItIsThere) {
    EXPECT_EQ(status_in(""), std::nullopt);
    EXPECT_EQ(status_in("HTTP/1.1 40"), std::nullopt);
    EXPECT_EQ(status_in("HTTP/1.1 407"), 407);
    EXPECT_EQ(status_in("HTTP/1.0 200 OK\r\n"), 200);
    EXPECT_EQ(status_in("<html>"), 0);
    EXPECT_EQ(status_in("HTTP/1.x"), 0);
}

TEST(SocksAnswers, AreRead) {
    EXPECT_TRUE(parse_socks_method("\5\0"s) == SocksByteAnswer(SocksByte{0, 2}));
    EXPECT_TRUE(parse_socks_method("\5\xff"s) == SocksByteAnswer(SocksByte{255, 2}));
    EXPECT_TRUE(parse_socks_method("\5"s) == SocksByteAnswer(Incomplete{}));
    EXPECT_TRUE(parse_socks_method("\4\0"s) == SocksByteAnswer(BadAnswer{"its answer is not SOCKS5"}));
    EXPECT_TRUE(parse_socks_login("\1\0"s) == SocksByteAnswer(SocksByte{0, 2}));
    EXPECT_TRUE(parse_socks_login("\5\0"s) == SocksByteAnswer(BadAnswer{"its answer is not SOCKS5"}));
    const std::string bound[] = {
        "\5\0\0\1\0\0\0\0\0\0"s,
        "\5\0\0\4"s + std::string(18, '\1'),
        "\5\0\0\3\3abc\0\1"s,
        "\5\0\0\3\0\0\1"s,
    };
    for (const std::string& bytes : bound) {
        EXPECT_TRUE(parse_socks_outcome(bytes) == SocksByteAnswer(SocksByte{0, bytes.size()}));
        expect_complete_at_the_end(parse_socks_outcome, bytes);
        for_each_mutation(bytes, 300,
                          [](const std::string& text) { expect_the_first_answer_to_stay(parse_socks_outcome, text); });
    }
    EXPECT_TRUE(parse_socks_outcome("\5\2"s) == SocksByteAnswer(SocksByte{2, 2})) << "a refusal may be short";
    EXPECT_TRUE(parse_socks_outcome("\5\0\1"s) == SocksByteAnswer(BadAnswer{"its answer is not SOCKS5"}));
    EXPECT_TRUE(parse_socks_outcome("\5\0\0\2"s) ==
                SocksByteAnswer(BadAnswer{"its answer has an unknown type of address"}));
}

}  // namespace
}  // namespace postern::wire
