#include "sandbox/gate_variables.h"

#include "sandbox/environment.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace postern::sandbox {
namespace {

using Variables = std::vector<Variable>;

const Variables kAll{
    {"HTTP_PROXY", "http://127.0.0.1:3128"},
    {"http_proxy", "http://127.0.0.1:3128"},
    {"HTTPS_PROXY", "http://127.0.0.1:3128"},
    {"https_proxy", "http://127.0.0.1:3128"},
    {"ALL_PROXY", "http://127.0.0.1:3128"},
    {"all_proxy", "http://127.0.0.1:3128"},
    {"FTP_PROXY", "socks5h://127.0.0.1:3128"},
    {"ftp_proxy", "socks5h://127.0.0.1:3128"},
    {"NO_PROXY", "localhost,127.0.0.1,::1"},
    {"no_proxy", "localhost,127.0.0.1,::1"},
    {"NODE_USE_ENV_PROXY", "1"},
    {"npm_config_proxy", "http://127.0.0.1:3128"},
    {"npm_config_https_proxy", "http://127.0.0.1:3128"},
    {"YARN_HTTP_PROXY", "http://127.0.0.1:3128"},
    {"YARN_HTTPS_PROXY", "http://127.0.0.1:3128"},
    {"CARGO_HTTP_PROXY", "http://127.0.0.1:3128"},
    {"CARGO_NET_GIT_FETCH_WITH_CLI", "true"},
    {"CLOUDSDK_PROXY_TYPE", "http"},
    {"CLOUDSDK_PROXY_ADDRESS", "127.0.0.1"},
    {"CLOUDSDK_PROXY_PORT", "3128"},
    {"RSYNC_PROXY", "127.0.0.1:3128"},
    {"ELECTRON_GET_USE_PROXY", "1"},
};

TEST(GateVariables, TheWholeOfIt) {
    EXPECT_EQ(gate_variables(Java::absent, {}), kAll);
    Variables with_java = kAll;
    with_java.push_back({"JAVA_TOOL_OPTIONS",
                         "-Dhttp.proxyHost=127.0.0.1 -Dhttp.proxyPort=3128 "
                         "-Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=3128"});
    EXPECT_EQ(gate_variables(Java::present, {}), with_java);
}

TEST(GateVariables, WhatIsGivenWinsInAnyLetters) {
    Variables expected = kAll;
    std::erase_if(expected, [](const Variable& v) {
        return v.name == "HTTPS_PROXY" || v.name == "https_proxy" || v.name == "npm_config_proxy";
    });
    EXPECT_EQ(gate_variables(
                  Java::present,
                  {{"https_proxy", "x"}, {"NPM_CONFIG_PROXY", ""}, {"JAVA_TOOL_OPTIONS", "-Xmx1g"}, {"OTHER", "y"}}),
              expected);
}

TEST(GateVariables, TheFilterLetsThemThroughAndNoneOfTheHosts) {
    const std::vector<std::string> host = {"HTTPS_PROXY=http://corp:80", "Http_Proxy=http://corp:80",
                                           "PIP_PROXY=http://corp:80",   "NPM_CONFIG_HTTPS_PROXY=http://corp:80",
                                           "grpc_proxy=http://corp:80",  "TRUST_PROXY=1",
                                           "GOPROXY=https://mirror"};
    const Environment with_gate =
        filter_environment({.host = host, .network = Network::gate, .set = gate_variables(Java::present, {})});
    for (const Variable& variable : gate_variables(Java::present, {})) {
        EXPECT_NE(std::ranges::find(with_gate.kept, variable), with_gate.kept.end()) << variable.name;
    }
    for (const Variable& variable : with_gate.kept) EXPECT_EQ(variable.value.find("corp"), std::string::npos);
    std::vector<std::string> dropped;
    for (const DroppedVariable& variable : with_gate.dropped) dropped.push_back(variable.name);
    EXPECT_EQ(dropped, (std::vector<std::string>{"Http_Proxy", "NPM_CONFIG_HTTPS_PROXY", "PIP_PROXY", "grpc_proxy"}));
    EXPECT_EQ(filter_environment({.host = host}).dropped, std::vector<DroppedVariable>{}) << "without a gate they stay";
}

}  // namespace
}  // namespace postern::sandbox
