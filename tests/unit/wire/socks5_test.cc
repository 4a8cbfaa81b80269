#include "wire/socks5.h"

#include "in_pieces.h"

#include <gtest/gtest.h>

#include <string>

namespace postern::wire {
namespace {

using namespace std::string_literals;
using Greeted = std::variant<Incomplete, BadSocks, SocksGreeting>;
using Requested = std::variant<Incomplete, BadSocks, SocksRequest>;

const char* const kSocks4 = "this is SOCKS4; only SOCKS5 is spoken here (socks5h://)";

TEST(SocksGreeting, ChoosesNoAuthenticationOrNothing) {
    const struct {
        std::string bytes;
        SocksMethod wanted;
    } cases[] = {
        {"\5\1\0"s, SocksMethod::no_authentication},
        {"\5\3\2\1\0"s, SocksMethod::no_authentication},
        {"\5\1\2"s, SocksMethod::none_acceptable},
        {"\5\2\1\xff"s, SocksMethod::none_acceptable},
        {"\5\xff"s + std::string(254, '\2') + '\0', SocksMethod::no_authentication},
    };
    for (const auto& c : cases) {
        EXPECT_TRUE(parse_socks_greeting(c.bytes) == Greeted(SocksGreeting{c.wanted, c.bytes.size()})) << c.bytes;
        expect_complete_at_the_end(parse_socks_greeting, c.bytes);
    }
    EXPECT_TRUE(parse_socks_greeting("\5\0\0"s) == Greeted(SocksGreeting{SocksMethod::none_acceptable, 2}))
        << "what follows is not offered";
}

TEST(SocksGreeting, KnowsWhatItIsNot) {
    EXPECT_TRUE(parse_socks_greeting("\4\1\0\x50\1\2\3\4\0"s) == Greeted(BadSocks{std::nullopt, kSocks4}));
    EXPECT_TRUE(parse_socks_greeting("\4") == Greeted(BadSocks{std::nullopt, kSocks4}));
    EXPECT_TRUE(parse_socks_greeting("GET /") == Greeted(BadSocks{std::nullopt, "this is not SOCKS5"}));
    EXPECT_TRUE(parse_socks_greeting("\0"s) == Greeted(BadSocks{std::nullopt, "this is not SOCKS5"}));
}

const std::string kName =
    "\5\1\0\3\x9"
    "a.example\1\xbb"s;
const std::string kIpv4 = "\5\1\0\1\x7f\0\0\1\0\x50"s;
const std::string kIpv6 = "\5\1\0\4\x20\1\xd\xb8\0\0\0\0\0\0\0\0\0\0\0\1\xff\xff"s;

TEST(SocksRequest, ReadsEveryKindOfAddress) {
    const struct {
        std::string bytes;
        SocksRequest wanted;
    } cases[] = {
        {kName, {.host = "a.example", .port = 443}},
        {kIpv4, {.host = Ipv4Bytes{127, 0, 0, 1}, .port = 80}},
        {kIpv6, {.host = Ipv6Bytes{0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, .port = 65535}},
        {"\5\1\0\3\xff"s + std::string(255, 'a') + "\0\1"s, {.host = std::string(255, 'a'), .port = 1}},
    };
    for (const auto& c : cases) {
        SocksRequest wanted = c.wanted;
        wanted.size = c.bytes.size();
        EXPECT_TRUE(parse_socks_request(c.bytes) == Requested(wanted)) << c.bytes;
        expect_complete_at_the_end(parse_socks_request, c.bytes);
    }
}

TEST(SocksRequest, RefusesTheRest) {
    const char* const ascii = "the name is not printable ASCII";
    const auto failure = SocksReply::general_failure;
    const struct {
        std::string bytes;
        BadSocks wanted;
    } cases[] = {
        {"\4\1", {std::nullopt, kSocks4}},
        {"\1\1", {std::nullopt, "this is not SOCKS5"}},
        {"\5\0"s, {SocksReply::command_not_supported, "only CONNECT is served"}},
        {"\5\2\0\1\x7f\0\0\1\0\x50"s, {SocksReply::command_not_supported, "only CONNECT is served"}},
        {"\5\3\0\3"s, {SocksReply::command_not_supported, "only CONNECT is served"}},
        {"\5\1\1\1", {failure, "the reserved byte is not zero"}},
        {"\5\1\0\2"s, {SocksReply::address_type_not_supported, "an unknown type of address"}},
        {"\5\1\0\0"s, {SocksReply::address_type_not_supported, "an unknown type of address"}},
        {"\5\1\0\3\0\0\1"s, {failure, "the name is empty"}},
        {"\5\1\0\3\3a\0b\0\1"s, {failure, ascii}},
        {"\5\1\0\3\3a\nb\0\1"s, {failure, ascii}},
        {"\5\1\0\3\3a b\0\1"s, {failure, ascii}},
        {"\5\1\0\3\3a\x7f"s, {failure, ascii}},
        {"\5\1\0\3\3a\xc3\xa9\0\1"s, {failure, ascii}},
        {"\5\1\0\1\1\2\3\4\0\0"s, {failure, "port 0"}},
    };
    for (const auto& c : cases) {
        const auto parsed = parse_socks_request(c.bytes);
        EXPECT_TRUE(parsed == Requested(c.wanted)) << c.bytes << c.wanted.reason;
        expect_the_first_answer_to_stay(parse_socks_request, c.bytes);
    }
}

TEST(SocksRequest, AnswersTheSameHoweverItArrives) {
    for (const std::string& bytes : {kName, kIpv4, kIpv6}) {
        for_each_mutation(bytes, 1000, [](const std::string& text) {
            expect_the_first_answer_to_stay(parse_socks_request, text);
            expect_the_first_answer_to_stay(parse_socks_greeting, text);
            const auto parsed = parse_socks_request(text);
            if (const auto* request = std::get_if<SocksRequest>(&parsed)) {
                EXPECT_LE(request->size, text.size());
            }
        });
    }
}

TEST(SocksAnswers, AreWrittenAsTheStandardSays) {
    EXPECT_EQ(socks_method_answer(SocksMethod::no_authentication), "\5\0"s);
    EXPECT_EQ(socks_method_answer(SocksMethod::none_acceptable), "\5\xff");
    const std::pair<SocksReply, char> codes[] = {
        {SocksReply::succeeded, '\0'},
        {SocksReply::general_failure, '\1'},
        {SocksReply::not_allowed, '\2'},
        {SocksReply::network_unreachable, '\3'},
        {SocksReply::host_unreachable, '\4'},
        {SocksReply::connection_refused, '\5'},
        {SocksReply::ttl_expired, '\6'},
        {SocksReply::command_not_supported, '\7'},
        {SocksReply::address_type_not_supported, '\x8'},
    };
    for (const auto& [reply, code] : codes) EXPECT_EQ(socks_reply(reply), "\5"s + code + "\0\1\0\0\0\0\0\0"s);
}

}  // namespace
}  // namespace postern::wire
