#include "wire/proxy_url.h"

#include <gtest/gtest.h>

#include <string>

namespace postern::wire {
namespace {

using policy::HostKind;
constexpr auto kHttp = Proxy::Kind::http;
constexpr auto kSocks = Proxy::Kind::socks5;

TEST(ProxyUrl, IsRead) {
    const struct {
        const char* text;
        Proxy wanted;
        const char *place, *authorization;
    } cases[] = {
        {"http://proxy.corp:3128", {kHttp, {HostKind::name, "proxy.corp"}, 3128, {}}, "proxy.corp:3128", ""},
        {"HTTP://Proxy.Corp:3128/", {kHttp, {HostKind::name, "proxy.corp"}, 3128, {}}, "proxy.corp:3128", ""},
        {"http://proxy", {kHttp, {HostKind::name, "proxy"}, 80, {}}, "proxy:80", ""},
        {"socks5://10.0.0.1", {kSocks, {HostKind::ipv4, "10.0.0.1"}, 1080, {}}, "10.0.0.1:1080", ""},
        {"socks5h://[::1]:9", {kSocks, {HostKind::ipv6, "::1"}, 9, {}}, "[::1]:9", ""},
        {"http://u:p@h:1", {kHttp, {HostKind::name, "h"}, 1, Login{"u", "p"}}, "h:1", "Basic dTpw"},
        {"http://u@h:1", {kHttp, {HostKind::name, "h"}, 1, Login{"u", ""}}, "h:1", "Basic dTo="},
        {"http://:t@h:1", {kHttp, {HostKind::name, "h"}, 1, Login{"", "t"}}, "h:1", "Basic OnQ="},
        {"http://u:a:b@h:1", {kHttp, {HostKind::name, "h"}, 1, Login{"u", "a:b"}}, "h:1", "Basic dTphOmI="},
        {"http://u:a@b@h:1", {kHttp, {HostKind::name, "h"}, 1, Login{"u", "a@b"}}, "h:1", "Basic dTphQGI="},
        {"http://d%5Cu:%2f%40%C3%A9@h:1",
         {kHttp, {HostKind::name, "h"}, 1, Login{"d\\u", "/@\xc3\xa9"}},
         "h:1",
         "Basic ZFx1Oi9Aw6k="},
    };
    for (const auto& c : cases) {
        const auto proxy = parse_proxy_url(c.text);
        ASSERT_TRUE(proxy) << c.text << ": " << proxy.error().what;
        EXPECT_TRUE(*proxy == c.wanted) << c.text;
        EXPECT_EQ(proxy->place(), c.place);
        EXPECT_EQ(proxy->authorization(), c.authorization);
    }
}

TEST(ProxyUrl, IsRefusedWithoutShowingIt) {
    const struct {
        const char *text, *why;
    } cases[] = {
        {"", "not a proxy's URL: write http://host:port or socks5h://host:port"},
        {"secret:3128", "not a proxy's URL: write http://host:port or socks5h://host:port"},
        {"enviroment", "not a proxy's URL: write http://host:port or socks5h://host:port"},
        {"ftp://secret", "not a proxy's URL: write http://host:port or socks5h://host:port"},
        {"https://u:secret@h:1", "a proxy that is itself reached by TLS (https://) is not supported; use http://"},
        {"socks4://secret", "of SOCKS, only socks5:// and socks5h:// are supported"},
        {"socks4a://secret", "of SOCKS, only socks5:// and socks5h:// are supported"},
        {"http://", "the proxy's URL: not the name or address of a host"},
        {"http://u:secret@", "the proxy's URL: not the name or address of a host"},
        {"http://u:secret@h h:1", "the proxy's URL: not the name or address of a host"},
        {"http://-secret-:1", "the proxy's URL: not the name or address of a host"},
        {"http://u:secret@h:0", "the proxy's URL: not a port from 1 to 65535"},
        {"http://u:secret@h:65536", "the proxy's URL: not a port from 1 to 65535"},
        {"http://u:secret@h:", "the proxy's URL: not a port from 1 to 65535"},
        {"http://u:secret@h:1/x",
         "a proxy's URL ends after host and port; in a password write %2F, %3F and %23 for /, ? and #"},
        {"http://h:1/@secret",
         "a proxy's URL ends after host and port; in a password write %2F, %3F and %23 for /, ? and #"},
        {"http://u:se/cret@h:1",
         "a proxy's URL ends after host and port; in a password write %2F, %3F and %23 for /, ? and #"},
        {"http://u:secret%@h:1",
         "the proxy's user name or password has a % without two hexadecimal digits; write %25 for %"},
        {"http://u:secret%4@h:1",
         "the proxy's user name or password has a % without two hexadecimal digits; write %25 for %"},
        {"http://u:secret%-1@h:1",
         "the proxy's user name or password has a % without two hexadecimal digits; write %25 for %"},
        {"http://u:secret%0d%0aX: y@h:1", "the proxy's user name or password has a control character"},
        {"http://u:secret\n@h:1", "the proxy's user name or password has a control character"},
        {"http://secret%3Au:p@h:1", "the proxy's user name has a colon, which HTTP cannot carry"},
        {"socks5://:secret@h:1", "a SOCKS proxy's user name cannot be empty"},
    };
    for (const auto& c : cases) {
        const auto proxy = parse_proxy_url(c.text);
        ASSERT_FALSE(proxy) << c.text;
        EXPECT_EQ(proxy.error().what, c.why) << c.text;
        EXPECT_EQ((proxy.error().what + proxy.error().where).find("secret"), std::string::npos) << c.text;
    }
    EXPECT_FALSE(parse_proxy_url("http://u:" + std::string(256, 'p') + "@h:1"));
}

bool covered(const char* entry, const char* host, std::uint16_t port = 443) {
    return NoProxy::from_variable(entry).covers(*policy::canonical_host(host), port);
}

TEST(NoProxy, CoversWhatItNames) {
    const struct {
        const char *entry, *host;
        bool wanted;
    } cases[] = {
        {"example.org", "example.org", true},
        {"Example.ORG", "a.b.example.org", true},
        {"example.org", "notexample.org", false},
        {"example.org", "example.org.evil.test", false},
        {".example.org", "a.example.org", true},
        {".example.org", "example.org", false},
        {"*.example.org", "a.example.org", true},
        {"*.example.org", "example.org", false},
        {"intranet", "intranet", true},
        {"intranet", "a.intranet", true},
        {"localhost", "localhost", true},
        {"*", "anything.test", true},
        {"*", "::1", true},
        {"10.0.0.1", "10.0.0.1", true},
        {"10.0.0.1", "10.0.0.2", false},
        {"10.0.0.1:443", "10.0.0.1", true},
        {"10.0.0.1:80", "10.0.0.1", false},
        {"10.0.0.0/8", "10.9.8.7", true},
        {"10.0.0.0/8", "11.0.0.1", false},
        {"10.0.0.0/8", "ten.test", false},
        {"fd00::/8", "fd12::1", true},
        {"fd12::1", "fd12::1", true},
        {"[fd12::1]", "fd12::1", true},
        {"[fd12::1]:443", "fd12::1", true},
        {"[fd12::1]:80", "fd12::1", false},
        {"example.org:443", "example.org", true},
        {"example.org:443", "a.example.org", true},
        {"example.org:80", "example.org", false},
        {"a.test, b.test c.test\td.test,", "d.test", true},
        {"a.test,b.test", "b.test", true},
        {"http://nonsense/, <local>, b.test", "b.test", true},
        {"http://nonsense/, <local>, b.test", "local", false},
        {"", "a.test", false},
        {" , ,", "a.test", false},
    };
    for (const auto& c : cases) EXPECT_EQ(covered(c.entry, c.host), c.wanted) << c.entry << " and " << c.host;
    NoProxy list;
    EXPECT_FALSE(list.add("http://nonsense/"));
    EXPECT_TRUE(list.add("0x7f.1"));
    EXPECT_TRUE(list.covers({HostKind::ipv4, "127.0.0.1"}, 1));
}

}  // namespace
}  // namespace postern::wire
