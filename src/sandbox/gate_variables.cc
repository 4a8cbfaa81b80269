#include "sandbox/gate_variables.h"

#include "base/ascii.h"

#include <algorithm>
#include <array>
#include <string>

namespace postern::sandbox {
namespace {

struct Row {
    std::string_view names;  // separated by blanks
    // HOST, PORT and GATE ("HOST:PORT") stand for the address of the gate. Empty: the variable is only removed.
    std::string_view value;
    std::string_view why;
};

// Programs that read HTTPS_PROXY need no row of their own: curl, wget, git, pip, Python's urllib and requests, programs
// in Go (docker, kubectl, gh, terraform), gRPC, .NET, Ruby, aws, rustup.
constexpr auto kRows = std::to_array<Row>({
    {"HTTP_PROXY http_proxy HTTPS_PROXY https_proxy", "http://GATE",
     "most programs; some read only capital letters, curl and wget only small ones for http"},
    {"ALL_PROXY all_proxy", "http://GATE",
     "other protocols of curl, Rust and .NET programs; not SOCKS: without a further library Python's httpx, and with "
     "it "
     "the clients of most language models, would refuse to start"},
    {"FTP_PROXY ftp_proxy", "socks5h://GATE", "curl's FTP, whose two connections are no HTTP"},
    {"NO_PROXY no_proxy", "localhost,127.0.0.1,::1", "what the command serves to itself"},
    {"NODE_USE_ENV_PROXY", "1", "Node from 22.21 and 24.5 on; older ones know no proxy by themselves"},
    {"npm_config_proxy npm_config_https_proxy", "http://GATE",
     "npm and pnpm: a proxy in .npmrc would count more than HTTPS_PROXY"},
    {"YARN_HTTP_PROXY YARN_HTTPS_PROXY", "http://GATE", "Yarn from 2 on does not read HTTPS_PROXY"},
    {"CARGO_HTTP_PROXY", "http://GATE", "a proxy in Cargo's or git's configuration would count more than HTTPS_PROXY"},
    {"CARGO_NET_GIT_FETCH_WITH_CLI", "true",
     "Cargo's own git client does not read ssh's configuration, where the way to the gate is"},
    {"CLOUDSDK_PROXY_TYPE", "http", "gcloud: a proxy in its configuration would count more than HTTPS_PROXY"},
    {"CLOUDSDK_PROXY_ADDRESS", "HOST", "gcloud"},
    {"CLOUDSDK_PROXY_PORT", "PORT", "gcloud"},
    {"RSYNC_PROXY", "GATE", "rsync://"},
    {"ELECTRON_GET_USE_PROXY", "1", "downloads of Electron: makes them read HTTPS_PROXY"},
    {"SOCKS_PROXY WS_PROXY WSS_PROXY GRPC_PROXY NO_GRPC_PROXY PIP_PROXY NPM_CONFIG_HTTP_PROXY NPM_CONFIG_NOPROXY "
     "GLOBAL_AGENT_HTTP_PROXY GLOBAL_AGENT_HTTPS_PROXY GLOBAL_AGENT_NO_PROXY CLOUDSDK_PROXY_USERNAME "
     "CLOUDSDK_PROXY_PASSWORD",
     "", "programs that read these would go past the gate; without them they read HTTPS_PROXY"},
});

// Set only where Java is installed, because each JVM prints on stderr that it picked the options up. No quieter way
// reaches every JVM. Java uses no proxy for the loopback by default.
constexpr Row kJava{"JAVA_TOOL_OPTIONS",
                    "-Dhttp.proxyHost=HOST -Dhttp.proxyPort=PORT -Dhttps.proxyHost=HOST -Dhttps.proxyPort=PORT",
                    "Java reads no HTTPS_PROXY"};

// Where no host can be reached, a second try fails as the first did. These tools try again after every error, also when a
// name does not exist.
constexpr auto kClosedRows = std::to_array<Row>({
    {"npm_config_fetch_retries", "0", "npm and pnpm wait 70 seconds in three tries"},
    {"PIP_RETRIES", "0", "pip waits 8 seconds in six tries"},
    {"CARGO_NET_RETRY", "0", "Cargo tries four times"},
    {"YARN_HTTP_RETRY", "0", "Yarn from 2 on tries four times"},
    {"BUNDLE_RETRY", "0", "Bundler tries four times"},
});

template <class See>
void for_each_name(const Row& row, See see) {
    for (std::string_view rest = row.names; !rest.empty();) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        see(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
}

std::string filled(std::string_view value) {
    const std::string host = "127.0.0.1", port = std::to_string(kGatePort);
    const std::array<std::pair<std::string_view, std::string>, 3> places{
        {{"GATE", host + ':' + port}, {"HOST", host}, {"PORT", port}}};
    std::string out(value);
    for (const auto& [sign, text] : places) {
        for (std::size_t at = out.find(sign); at != std::string::npos; at = out.find(sign, at + text.size()))
            out.replace(at, sign.size(), text);
    }
    return out;
}

// Adds the variables of a row that `given` does not name.
void add_row(const Row& row, const std::vector<Variable>& given, std::vector<Variable>& out) {
    if (row.value.empty()) return;
    for_each_name(row, [&](std::string_view name) {
        const auto same = [&](const Variable& other) { return equal_in_lower_case(other.name, name); };
        if (std::ranges::none_of(given, same)) out.push_back({std::string(name), filled(row.value)});
    });
}

}  // namespace

std::vector<Variable> gate_variables(Java java, const std::vector<Variable>& given) {
    std::vector<Variable> out;
    for (const Row& row : kRows) add_row(row, given, out);
    if (java == Java::present) add_row(kJava, given, out);
    return out;
}

std::vector<Variable> closed_variables(const std::vector<Variable>& given) {
    std::vector<Variable> out;
    for (const Row& row : kClosedRows) add_row(row, given, out);
    return out;
}

bool names_a_proxy(std::string_view name) {
    bool found = false;
    for (const Row& row : kRows) {
        for_each_name(row, [&](std::string_view each) { found = found || equal_in_lower_case(each, name); });
    }
    return found;
}

}  // namespace postern::sandbox
