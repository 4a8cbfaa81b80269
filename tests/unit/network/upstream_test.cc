#include "network/upstream.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace postern::network {
namespace {

using Strings = std::vector<std::string>;

settings::Settings with_parent(const std::string& value, const Strings& no_proxy = {}) {
    settings::Settings out;
    out.sources.push_back({.scope = settings::Scope::user, .file = "/u.json"});
    if (!value.empty()) out.postern.network.parent_proxy = {value, {0, "/postern/network/parentProxy"}};
    for (const std::string& entry : no_proxy) out.postern.network.no_proxy.push_back({entry, {0, "/n"}});
    return out;
}

// Returns the proxy for the host, or "-" if the gate dials itself.
std::string upstream(const Upstreams& upstreams, const char* host, Purpose purpose, std::uint16_t port = 443) {
    const wire::Proxy* const proxy = upstream_for(upstreams, *policy::canonical_host(host), port, purpose);
    if (!proxy) return "-";
    return (proxy->kind == wire::Proxy::Kind::http ? "http " : "socks ") + proxy->place();
}

TEST(Upstreams, OfTheEnvironment) {
    const struct {
        Strings environment;
        const char *tunnel, *request, *socks;
    } cases[] = {
        {{}, "-", "-", "-"},
        {{"HTTPS_PROXY=http://s:1"}, "http s:1", "-", "http s:1"},
        {{"HTTP_PROXY=http://h:1"}, "-", "http h:1", "-"},
        {{"ALL_PROXY=socks5h://a:1"}, "socks a:1", "socks a:1", "socks a:1"},
        {{"HTTPS_PROXY=http://s:1", "ALL_PROXY=socks5://a:1"}, "http s:1", "socks a:1", "http s:1"},
        {{"HTTPS_PROXY=http://S:1", "https_proxy=http://s:2"}, "http s:2", "-", "http s:2"},
        {{"http_proxy=", "HTTP_PROXY=h:1", "all_proxy="}, "-", "http h:1", "-"},
        {{"https_proxy=s:1"}, "http s:1", "-", "http s:1"},
        {{"REQUEST_METHOD=GET", "HTTP_PROXY=http://evil:1"}, "-", "-", "-"},
        {{"REQUEST_METHOD=GET", "http_proxy=http://h:1"}, "-", "http h:1", "-"},
        {{"HTTPS_PROXY=http://s:1", "NO_PROXY=a.test"}, "-", "-", "-"},
        {{"HTTPS_PROXY=http://s:1", "no_proxy=b.test", "NO_PROXY=a.test"}, "http s:1", "-", "http s:1"},
        {{"HTTPS_PROXYX=http://s:1", "XHTTPS_PROXY=http://s:1", "HTTPS_PROXY"}, "-", "-", "-"},
    };
    for (const auto& c : cases) {
        const auto upstreams = read_upstreams({}, c.environment);
        ASSERT_TRUE(upstreams) << upstreams.error().what;
        const std::string what = c.environment.empty() ? "" : c.environment.front();
        EXPECT_EQ(upstream(*upstreams, "a.test", Purpose::tunnel), c.tunnel) << what;
        EXPECT_EQ(upstream(*upstreams, "a.test", Purpose::request), c.request) << what;
        EXPECT_EQ(upstream(*upstreams, "a.test", Purpose::socks), c.socks) << what;
    }
}

TEST(Upstreams, OfTheSettingsGoBeforeTheEnvironment) {
    const Strings environment{"HTTPS_PROXY=http://s:1", "NO_PROXY=direct.test"};
    EXPECT_EQ(upstream(*read_upstreams(with_parent("environment"), environment), "a.test", Purpose::tunnel),
              "http s:1");
    EXPECT_EQ(upstream(*read_upstreams(with_parent("none"), environment), "a.test", Purpose::tunnel), "-");
    const auto written = read_upstreams(with_parent("http://p:1"), environment);
    for (const Purpose purpose : {Purpose::tunnel, Purpose::request, Purpose::socks}) {
        EXPECT_EQ(upstream(*written, "a.test", purpose), "http p:1");
        EXPECT_EQ(upstream(*written, "direct.test", purpose), "-");
    }
    const auto listed = read_upstreams(with_parent("http://p:1", {"b.test"}), environment);
    EXPECT_EQ(upstream(*listed, "b.test", Purpose::tunnel), "-");
    EXPECT_EQ(upstream(*listed, "direct.test", Purpose::tunnel), "http p:1") << "the list replaces the variable";
}

TEST(Upstreams, WhatIsNear) {
    const auto found = *read_upstreams({}, Strings{"ALL_PROXY=http://p:1"});
    const auto written = *read_upstreams(with_parent("http://p:1"), {});
    const struct {
        const char* host;
        bool found_direct, written_direct;
    } cases[] = {
        {"localhost", true, true},
        {"LocalHost.", true, true},
        {"a.localhost", true, true},
        {"notlocalhost", false, false},
        {"127.0.0.1", true, true},
        {"127.9.9.9", true, true},
        {"::1", true, true},
        {"0.0.0.0", true, true},
        {"169.254.169.254", true, true},
        {"fe80::1", true, true},
        {"::ffff:127.0.0.1", true, true},
        {"10.0.0.1", true, false},
        {"192.168.1.1", true, false},
        {"100.64.0.1", true, false},
        {"fd00::1", true, false},
        {"93.184.216.34", false, false},
        {"2606:2800:220:1::1", false, false},
        {"a.test", false, false},
    };
    for (const auto& c : cases) {
        EXPECT_EQ(upstream(found, c.host, Purpose::tunnel) == "-", c.found_direct) << c.host;
        EXPECT_EQ(upstream(written, c.host, Purpose::tunnel) == "-", c.written_direct) << c.host;
    }
}

TEST(Upstreams, YourOwnProxyGetsEverything) {
    const struct {
        int http, socks;
        const char *tunnel, *request, *by_socks;
    } cases[] = {
        {8080, 0, "http 127.0.0.1:8080", "http 127.0.0.1:8080", "http 127.0.0.1:8080"},
        {0, 1080, "socks 127.0.0.1:1080", "socks 127.0.0.1:1080", "socks 127.0.0.1:1080"},
        {8080, 1080, "http 127.0.0.1:8080", "http 127.0.0.1:8080", "socks 127.0.0.1:1080"},
    };
    for (const auto& c : cases) {
        settings::Settings settings = with_parent("http://p:1", {"a.test"});
        if (c.http) settings.sandbox.network.http_proxy_port = {c.http, {}};
        if (c.socks) settings.sandbox.network.socks_proxy_port = {c.socks, {}};
        const auto upstreams = *read_upstreams(settings, Strings{"HTTPS_PROXY=nonsense://", "NO_PROXY=*"});
        for (const char* const host : {"a.test", "localhost", "10.0.0.1"}) {
            EXPECT_EQ(upstream(upstreams, host, Purpose::tunnel), c.tunnel);
            EXPECT_EQ(upstream(upstreams, host, Purpose::request), c.request);
            EXPECT_EQ(upstream(upstreams, host, Purpose::socks), c.by_socks);
        }
    }
}

TEST(Upstreams, AnErrorSaysWhereAndHidesWhat) {
    const auto parent = read_upstreams(with_parent("https://u:secret@h:1"), {});
    ASSERT_FALSE(parent);
    EXPECT_EQ(parent.error().where, "/u.json#/postern/network/parentProxy");
    const auto variable = read_upstreams({}, Strings{"HTTPS_PROXY=https://u:secret@h:1"});
    ASSERT_FALSE(variable);
    EXPECT_EQ(variable.error().where, "$HTTPS_PROXY");
    EXPECT_NE(variable.error().what.find("\"none\""), std::string::npos);
    for (const auto& error : {parent.error(), variable.error()}) {
        EXPECT_EQ((error.what + error.where).find("secret"), std::string::npos);
    }
    EXPECT_TRUE(read_upstreams(with_parent("none"), Strings{"HTTPS_PROXY=https://u:secret@h:1"}));
    const auto list = read_upstreams(with_parent("none", {"http://x/"}), {});
    ASSERT_FALSE(list);
    EXPECT_EQ(list.error().where, "/u.json#/n");
}

}  // namespace
}  // namespace postern::network
