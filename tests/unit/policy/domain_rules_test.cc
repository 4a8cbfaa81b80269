#include "policy/domain_rules.h"

#include <gtest/gtest.h>

namespace postern::policy {
namespace {

struct Case {
    const char* pattern;
    const char* host;
    bool expected;
    const char* why;
};

TEST(DomainPattern, MatchesHosts) {
    const Case cases[] = {
        {"example.org", "example.org", true, "plain"},
        {"Example.ORG", "eXample.org.", true, "letter case, trailing dot"},
        {"example.org.", "example.org", true, "trailing dot in the rule"},
        {"example.org", "www.example.org", false, "not below"},
        {"example.org", "notexample.org", false, "not a suffix"},
        {"*.example.org", "a.example.org", true, "below"},
        {"*.example.org", "a.b.example.org", true, "any depth"},
        {"*.example.org", "example.org", false, "not itself"},
        {"*.example.org", "xexample.org", false, "by label"},
        {"*", "anything.at.all", true, "all"},
        {"a*.example.org", "abc.example.org", true, "inside a label"},
        {"a*.example.org", "a.b.example.org", false, "not across labels"},
        {"cdn.*.org", "cdn.x.org", true, "a label"},
        {"cdn.*.org", "cdn.x.y.org", false, "one label"},
        {"127.0.0.1", "127.0.0.1", true, "address"},
        {"[::1]", "::1", true, "IPv6"},
        {"[0:0:0:0:0:0:0:1]", "[::1]", true, "another spelling"},
        {"[fe80::A]", "fe80::a", true, "letter case"},
        {"[::1]", "::2", false, "another address"},
        {"xn--bcher-kva.example", "xn--bcher-kva.example", true, "punycode as it is"},
        {"example.org", "", false, "no host"},
    };
    for (const Case& c : cases) {
        const auto p = DomainPattern::compile(c.pattern);
        ASSERT_TRUE(p) << c.pattern << ": " << p.error().what;
        EXPECT_EQ(p->matches(c.host), c.expected) << c.pattern << " | " << c.host << ": " << c.why;
    }
}

TEST(DomainPattern, PortsNarrow) {
    const auto p = DomainPattern::compile("example.org:443");
    ASSERT_TRUE(p);
    EXPECT_EQ(p->match("example.org", 443), Match::yes);
    EXPECT_EQ(p->match("example.org", 80), Match::no);
    EXPECT_EQ(p->match("example.org"), Match::maybe);
    EXPECT_EQ(p->match("other.org", 443), Match::no);
    EXPECT_FALSE(p->matches("example.org"));
    EXPECT_EQ(DomainPattern::compile("[::1]:80")->match("::1", 80), Match::yes);
    EXPECT_EQ(DomainPattern::compile("*:22")->match("x", 22), Match::yes);
}

TEST(DomainPattern, RefusesNonsense) {
    for (const char* text : {"", ".", "http://example.org", "example.org/path", "user@example.org", "a..b", ".a", "a b",
                             "example.org:", "example.org:0", "example.org:99999", "example.org:x", "::1", "[::1",
                             "[x]", "[::1]x", "*..a"}) {
        EXPECT_FALSE(DomainPattern::compile(text)) << text;
    }
}

}  // namespace
}  // namespace postern::policy
