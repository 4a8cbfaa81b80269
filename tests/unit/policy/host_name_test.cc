#include "policy/host_name.h"

#include <gtest/gtest.h>

namespace postern::policy {
namespace {

using enum HostKind;

std::string times(std::size_t n, std::string_view text) {
    std::string out;
    while (n-- > 0) out += text;
    return out;
}

TEST(CanonicalHost, OneSpelling) {
    struct Case {
        std::string text;
        HostName host;
    };
    const Case cases[] = {
        {"example.org", {name, "example.org"}},
        {"Example.ORG.", {name, "example.org"}},
        {"localhost", {name, "localhost"}},
        {"LOCALHOST.", {name, "localhost"}},
        {"a.localhost", {name, "a.localhost"}},
        {"_dmarc.a_b.org", {name, "_dmarc.a_b.org"}},
        {"r3---sn-x.example", {name, "r3---sn-x.example"}},
        {"3com.com", {name, "3com.com"}},
        {"1.2.3.4.example", {name, "1.2.3.4.example"}},
        {"example.0xyz", {name, "example.0xyz"}},
        {"1e3", {name, "1e3"}},
        {times(63, "a") + ".org", {name, times(63, "a") + ".org"}},
        {times(126, "a.") + "b", {name, times(126, "a.") + "b"}},

        {"127.0.0.1", {ipv4, "127.0.0.1"}},
        {"127.0.0.1.", {ipv4, "127.0.0.1"}},
        {"0x7f.1", {ipv4, "127.0.0.1"}},
        {"0X7F.0x1", {ipv4, "127.0.0.1"}},
        {"2130706433", {ipv4, "127.0.0.1"}},
        {"017700000001", {ipv4, "127.0.0.1"}},
        {"0x7f000001", {ipv4, "127.0.0.1"}},
        {"0177.0.0.01", {ipv4, "127.0.0.1"}},
        {"127.1", {ipv4, "127.0.0.1"}},
        {"10.1.65535", {ipv4, "10.1.255.255"}},
        {"0", {ipv4, "0.0.0.0"}},
        {"4294967295", {ipv4, "255.255.255.255"}},
        {"0000000000000000000000000000177.1", {ipv4, "127.0.0.1"}},
        {"\uff11\uff12\uff17.0.0.1", {ipv4, "127.0.0.1"}},
        {"127\u30020\u30020\uff0e1", {ipv4, "127.0.0.1"}},
        {"\u2460\u2461.1", {ipv4, "12.0.0.1"}},

        {"::1", {ipv6, "::1"}},
        {"[::1]", {ipv6, "::1"}},
        {"[0:0:0:0:0:0:0:1]", {ipv6, "::1"}},
        {"[FE80::A]", {ipv6, "fe80::a"}},
        {"[::ffff:127.0.0.1]", {ipv4, "127.0.0.1"}},
        {"::FFFF:7f00:1", {ipv4, "127.0.0.1"}},
        {"::1.2.3.4", {ipv6, "::1.2.3.4"}},
        {"64:ff9b::1.2.3.4", {ipv6, "64:ff9b::102:304"}},

        {"b\u00fccher.example", {name, "xn--bcher-kva.example"}},
        {"B\u00dcCHER.Example.", {name, "xn--bcher-kva.example"}},
        {"bu\u0308cher.example", {name, "xn--bcher-kva.example"}},
        {"xn--bcher-kva.example", {name, "xn--bcher-kva.example"}},
        {"XN--BCHER-KVA.example", {name, "xn--bcher-kva.example"}},
        {"\uff58\uff4e\uff0d\uff0dbcher-kva.example", {name, "xn--bcher-kva.example"}},
        {"stra\u00dfe.example", {name, "xn--strae-oqa.example"}},
        {"\uff45xample\u3002org", {name, "example.org"}},
        {"example\uff61org\uff61", {name, "example.org"}},
        {"ex\u00adample.org", {name, "example.org"}},
        {"\u212aelvin.example", {name, "kelvin.example"}},
        {"\u65e5\u672c\u8a9e.r3---sn.a_b", {name, "xn--wgv71a119e.r3---sn.a_b"}},
    };
    for (const Case& c : cases) {
        const auto host = canonical_host(c.text);
        ASSERT_TRUE(host) << c.text << ": " << host.error().what;
        EXPECT_EQ(*host, c.host) << c.text << " is " << host->text;
        EXPECT_EQ(canonical_host(host->text), host) << c.text << ": again";
    }
}

TEST(CanonicalHost, Refuses) {
    struct Case {
        std::string text;
        const char* why;
    };
    const Case cases[] = {
        {"", "is empty"},
        {".", "is empty"},
        {"..", "has an empty label"},
        {"a..b", "has an empty label"},
        {".a", "has an empty label"},
        {"a.org..", "has an empty label"},
        {"\u200b.org", "has an empty label"},
        {std::string("a\0.org", 6), "holds a control character"},
        {"a\n.org", "holds a control character"},
        {"a\x7f.org", "holds a control character"},
        {"a b.org", "holds a blank"},
        {" a.org", "holds a blank"},
        {"127.0.0.1 ", "holds a blank"},
        {"a\u00a0b.org", "holds a blank"},
        {"a\u3000b.org", "holds a blank"},
        {"a%2eorg", "holds a %: neither zones nor escapes belong to a host"},
        {"[fe80::1%eth0]", "holds a %: neither zones nor escapes belong to a host"},
        {"fe80::1%1", "holds a %: neither zones nor escapes belong to a host"},
        {"a\uff05b.org", "holds a %: neither zones nor escapes belong to a host"},
        {"a.org/x", "holds a slash; write only the host, without scheme or path"},
        {"a\\b.org", "holds a slash; write only the host, without scheme or path"},
        {"a\uff0fb.org", "holds a slash; write only the host, without scheme or path"},
        {"a\u2100b.org", "holds a slash; write only the host, without scheme or path"},
        {"u@a.org", "holds an @; write only the host, without a user"},
        {"u\uff20a.org", "holds an @; write only the host, without a user"},
        {"a.org:80", "holds a colon, but is no IPv6 address"},
        {"a:b:c", "is no IPv6 address"},
        {"[1.2.3.4]", "is no IPv6 address"},
        {"[a.org]", "is no IPv6 address"},
        {"[::1", "is no IPv6 address"},
        {"[::1]:80", "is no IPv6 address"},
        {"[]", "is no IPv6 address"},
        {"a]", "has brackets, but they are for IPv6 addresses only"},
        {"{a,b}.org", "holds a character no host name has"},
        {"a\".org", "holds a character no host name has"},
        {"*.org", "holds a star; a host is named in full"},
        {"\uff0a.org", "holds a star that is not the plain one"},
        {"-a.org", "has a label that begins or ends with -"},
        {"a-.org", "has a label that begins or ends with -"},
        {times(64, "a") + ".org", "has a label longer than 63 characters"},
        {times(127, "a.") + "b", "is longer than a host name can be"},
        {times(2000, "a"), "is longer than a host name can be"},
        {"256.0.0.1", "ends in a number, but is no IPv4 address"},
        {"1.2.3.4.5", "ends in a number, but is no IPv4 address"},
        {"4294967296", "ends in a number, but is no IPv4 address"},
        {"99999999999999999999999999", "ends in a number, but is no IPv4 address"},
        {"1.2.3.256", "ends in a number, but is no IPv4 address"},
        {"127.0.0.08", "ends in a number, but is no IPv4 address"},
        {"127.0.0.0x", "ends in a number, but is no IPv4 address"},
        {"example.1", "ends in a number, but is no IPv4 address"},
        {"example.0xf", "ends in a number, but is no IPv4 address"},
        {"xn--a.org", "is no international name: "},
        {"xn--.org", "has a label that begins or ends with -"},
        {"xn--example-.org", "has a label that begins or ends with -"},
        {"xn--99zzzzzzz99999.org", "is no international name: "},
        {"xn--ls8h.example", "is no international name: "},
        {"\u2615.example", "is no international name: "},
        {"a\u202eb.org", "is no international name: "},
        {"a\u200db.org", "is no international name: "},
        {"a\u2024org", "is no international name: "},
        {"a\u2488org", "is no international name: "},
        {"a\xff.org", "is no international name: "},
        {"a\xc0\xae.org", "is no international name: "},
    };
    for (const Case& c : cases) {
        const auto host = canonical_host(c.text);
        ASSERT_FALSE(host) << c.text << " is " << host->text;
        EXPECT_EQ(host.error().code, Errc::parse);
        const std::string& what = host.error().what;
        const std::size_t why = what.rfind("\" ");
        EXPECT_EQ(
            what.substr(why + 2, std::string_view(c.why).ends_with(": ") ? std::string(c.why).size() : what.size()),
            c.why)
            << what;
    }
}

}  // namespace
}  // namespace postern::policy
