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
        {"xn--bcher-kva.example", "xn--bcher-kva.example", true, "punycode"},
        {"b\u00fccher.example", "xn--bcher-kva.example", true, "an international name in the rule"},
        {"xn--bcher-kva.example", "B\u00dcCHER\u3002example", true, "and in the host"},
        {"*.b\u00fccher.example", "a.xn--bcher-kva.example", true, "below it"},
        {"a*\uff0eb\u00fccher.example", "ab.xn--bcher-kva.example", true, "with a star in another label"},
        {"127.0.0.1", "0x7f.1", true, "hexadecimal"},
        {"2130706433", "017700000001", true, "decimal in the rule, octal in the host"},
        {"127.0.0.1", "[::ffff:127.0.0.1]", true, "mapped"},
        {"[::ffff:127.0.0.1]", "127.1", true, "mapped in the rule"},
        {"127.0.0.1", "localhost", false, "a name is no address"},
        {"localhost", "LocalHost.", true, "a name"},
        {"localhost", "127.0.0.1", false, "and only a name"},
        {"*.localhost", "a.localhost", true, "below it"},
        {"10.0.0.0/8", "10.1.2.3", true, "range"},
        {"10.9.9.9/8", "10.1.2.3", true, "bits after the prefix"},
        {"10.0.0.0/8", "0xa.1", true, "range, another spelling"},
        {"10.0.0.0/8", "11.0.0.1", false, "outside"},
        {"10.0.0.0/8", "10.example", false, "a name"},
        {"10.0.0.0/8", "64:ff9b::10.0.0.1", false, "only maybe"},
        {"fd00::/8", "[fdab::1]", true, "IPv6 range"},
        {"fd00::/8", "fe80::1", false, "outside"},
        {"::/0", "1.2.3.4", false, "the other family"},
        {"10.0.0.*", "10.0.0.7", true, "a star in a dotted quad"},
        {"10.0.0.*", "10.0.7", true, "however it is spelled"},
        {"*.0.0.1", "127.1", true, "below, in a dotted quad"},
        {"*", "10.0.0.1", true, "all: IPv4"},
        {"*", "[::1]", true, "all: IPv6"},
        {"*.*", "::1", false, "no stars in IPv6"},
        {"*", "a b", false, "allow wants a host"},
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

TEST(DomainPattern, UnsureIsMaybe) {
    struct Row {
        const char* pattern;
        const char* host;
        Match expected;
    };
    const Row rows[] = {
        {"bad.test", "{bad,good}.test", Match::maybe},
        {"bad.test", "bad%2etest", Match::maybe},
        {"bad.test", "", Match::maybe},
        {"*", "{bad,good}.test", Match::yes},
        {"*:22", "{bad,good}.test", Match::maybe},
        {"10.0.0.0/8", "10.0.0.256", Match::maybe},
        {"10.0.0.0/8", "64:ff9b::10.0.0.1", Match::maybe},
        {"10.0.0.1", "2002:a00:1::", Match::maybe},
        {"10.0.0.0/8", "64:ff9b::11.0.0.1", Match::no},
        {"bad.test", "good.test", Match::no},
    };
    for (const Row& r : rows) {
        EXPECT_EQ(DomainPattern::compile(r.pattern)->match(r.host), r.expected) << r.pattern << " | " << r.host;
    }
    EXPECT_EQ(DomainPattern::compile("bad.test:443")->match("{bad}.test", 80), Match::no) << "the port is known";
}

TEST(DomainPattern, RefusesNonsense) {
    for (const char* text : {"",
                             ".",
                             "http://example.org",
                             "example.org/path",
                             "user@example.org",
                             "a..b",
                             ".a",
                             "a b",
                             "example.org:",
                             "example.org:0",
                             "example.org:99999",
                             "example.org:x",
                             "::1",
                             "[::1",
                             "[x]",
                             "[::1]x",
                             "*..a",
                             "10/8",
                             "10.0.0.0/33",
                             "10.0.0.0/8:443",
                             "[fd00::]/8",
                             "256.1.1.1",
                             "example.1",
                             "10.*",
                             "10.0.*",
                             "*.1.2.3.4",
                             "a*.5",
                             "010.0.0.*",
                             "0x7f.0.0.*",
                             "10.0.0.300.*",
                             "-a.org",
                             "xn--a.org",
                             "a\u00fc*.org",
                             "\uff0a.org",
                             "a%2eb",
                             "*.a/b",
                             "[*]"}) {
        EXPECT_FALSE(DomainPattern::compile(text)) << text;
    }
}

}  // namespace
}  // namespace postern::policy
