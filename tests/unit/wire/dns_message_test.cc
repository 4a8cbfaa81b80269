#include "wire/dns_message.h"

#include <gtest/gtest.h>

#include <string>

namespace postern::wire {
namespace {

using namespace std::string_literals;
using Parsed = std::variant<DnsQuery, BadDns, NoDns>;

std::string name_bytes(std::initializer_list<std::string> labels) {
    std::string out;
    for (const std::string& label : labels) out += static_cast<char>(label.size()) + label;
    return out + '\0';
}

const std::string kName = name_bytes({"Good", "test"});
const std::string kQuestion = kName + "\0\1\0\1"s;
const std::string kHeader = "\x12\x34\1\0\0\1\0\0\0\0\0\0"s;
const std::string kHeaderWithMore = "\x12\x34\1\0\0\1\0\0\0\0\0\1"s;
const std::string kOpt = "\0\0\x29\x04\xd0\0\0\0\0\0\0"s;

DnsQuery query(std::string name, DnsType type, std::string question, bool extended = false) {
    return {.id = 0x1234,
            .recursion_desired = true,
            .extended = extended,
            .name = std::move(name),
            .type = type,
            .question = std::move(question)};
}

TEST(DnsMessage, QueriesAreRead) {
    EXPECT_TRUE(parse_dns_query(kHeader + kQuestion) == Parsed(query("Good.test", DnsType::a, kQuestion)));
    EXPECT_TRUE(parse_dns_query(kHeaderWithMore + kQuestion + kOpt) ==
                Parsed(query("Good.test", DnsType::a, kQuestion, true)));
    const std::string other = kName + "\0\x1c\0\1"s;
    EXPECT_TRUE(parse_dns_query(kHeader + other) == Parsed(query("Good.test", DnsType::aaaa, other)));
    const std::string root = "\0\0\1\0\1"s;
    EXPECT_TRUE(parse_dns_query(kHeader + root) == Parsed(query("", DnsType::a, root)));
    // A dot inside a label would make two of it.
    const std::string dotted = name_bytes({"good.test", "evil"}) + "\0\1\0\1"s;
    EXPECT_TRUE(parse_dns_query(kHeader + dotted) == Parsed(query("", DnsType::a, dotted)));
}

TEST(DnsMessage, WhatIsNoQueryIsRefusedOrLeftAlone) {
    const BadDns malformed{0x1234, DnsStatus::malformed}, unknown{0x1234, DnsStatus::not_implemented};
    const struct {
        const char* what;
        std::string bytes;
        Parsed expected;
    } cases[] = {
        {"nothing", "", NoDns{}},
        {"half a header", kHeader.substr(0, 11), NoDns{}},
        {"an answer", "\x12\x34\x81\0\0\1\0\0\0\0\0\0"s + kQuestion, NoDns{}},
        {"no question", "\x12\x34\1\0\0\0\0\0\0\0\0\0"s, malformed},
        {"two questions", "\x12\x34\1\0\0\2\0\0\0\0\0\0"s + kQuestion + kQuestion, malformed},
        {"with an answer", "\x12\x34\1\0\0\1\0\1\0\0\0\0"s + kQuestion, malformed},
        {"an update", "\x12\x34\x28\0\0\1\0\0\0\0\0\0"s + kQuestion, unknown},
        {"of another class", kHeader + kName + "\0\1\0\3"s, unknown},
        {"a name that is cut off", kHeader + kName.substr(0, 7), malformed},
        {"no type", kHeader + kName, malformed},
        {"a pointer", kHeader + "\xc0\x0c\0\1\0\1"s, malformed},
        {"a label too long", kHeader + name_bytes({std::string(64, 'a')}) + "\0\1\0\1"s, malformed},
        {"a name too long",
         kHeader +
             name_bytes({std::string(63, 'a'), std::string(63, 'a'), std::string(63, 'a'), std::string(63, 'a')}) +
             "\0\1\0\1"s,
         malformed},
    };
    for (const auto& c : cases) EXPECT_TRUE(parse_dns_query(c.bytes) == c.expected) << c.what;
}

TEST(DnsMessage, AnswersAreWritten) {
    const DnsQuery asked = query("Good.test", DnsType::a, kQuestion);
    EXPECT_EQ(dns_answer(asked, {.record = policy::Address::v4(0x7f500001)}),
              "\x12\x34\x85\x80\0\1\0\1\0\0\0\0"s + kQuestion + "\xc0\x0c\0\1\0\1\0\0\0\x3c\0\4\x7f\x50\0\1"s);
    EXPECT_EQ(dns_answer(asked, {}), "\x12\x34\x85\x80\0\1\0\0\0\0\0\0"s + kQuestion);
    EXPECT_EQ(dns_answer(asked, {.status = DnsStatus::no_such_name, .why = "no"}),
              "\x12\x34\x85\x83\0\1\0\0\0\0\0\0"s + kQuestion);
    EXPECT_EQ(dns_answer(BadDns{0x1234, DnsStatus::malformed}), "\x12\x34\x80\1\0\0\0\0\0\0\0\0"s);
    const DnsQuery reverse = query("1.0.80.127.in-addr.arpa", DnsType::ptr, kQuestion);
    EXPECT_EQ(dns_answer(reverse, {.record = "a.test"s}),
              "\x12\x34\x85\x80\0\1\0\1\0\0\0\0"s + kQuestion + "\xc0\x0c\0\x0c\0\1\0\0\0\x3c\0\x08\1a\4test\0"s);
}

TEST(DnsMessage, WhoKnowsExtensionsIsToldWhy) {
    const DnsQuery asked = query("Good.test", DnsType::a, kQuestion, true);
    EXPECT_EQ(dns_answer(asked, {.status = DnsStatus::no_such_name, .why = "no"}),
              "\x12\x34\x85\x83\0\1\0\0\0\0\0\1"s + kQuestion + "\0\0\x29\x04\xd0\0\0\0\0\0\x08\0\x0f\0\4\0\x0fno"s);
    EXPECT_EQ(dns_answer(asked, {}), "\x12\x34\x85\x80\0\1\0\0\0\0\0\1"s + kQuestion + kOpt);
}

TEST(DnsMessage, ReverseNamesHoldAnAddress) {
    EXPECT_EQ(address_in_reverse_name("1.0.80.127.in-addr.arpa"), policy::Address::v4(0x7f500001));
    for (const char* name : {"", "in-addr.arpa", ".in-addr.arpa", "1.2.3.in-addr.arpa", "1.2.3.4.5.in-addr.arpa",
                             "a.2.3.4.in-addr.arpa", "1.2.3.4.in-addr.arpa.test"}) {
        EXPECT_EQ(address_in_reverse_name(name), std::nullopt) << name;
    }
}

}  // namespace
}  // namespace postern::wire
