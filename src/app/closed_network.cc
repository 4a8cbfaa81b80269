#include "app/closed_network.h"

#include "base/file.h"
#include "network/socket_address.h"
#include "policy/host_name.h"
#include "wire/authority.h"

#include <array>
#include <cerrno>
#include <memory>
#include <utility>

#include <unistd.h>

namespace postern::app {
namespace {

constexpr std::uint16_t kNameServerPort = 53;

std::string closed(const std::string& host, std::string_view what) {
    return "the network is closed here: `" + host + "` was not " + std::string(what) + "; allow it with --allow-host " +
           host + " or sandbox.network.allowedDomains";
}

struct ClosedNames {
    ClosedNames(UniqueFd socket, network::ConnectionLog& log)
        : server(std::move(socket), book,
                 no_names([&log](network::ConnectionRecord record) { log.add(std::move(record)); })) {}

    network::NameBook book{};  // stays empty
    network::NameServer server;
};

}  // namespace

network::NameRules no_names(std::function<void(network::ConnectionRecord)> refused) {
    return {.decide =
                [](const policy::HostName& name) {
                    return network::NameRules::Verdict{
                        .why = {.reason = closed(name.text, "resolved"), .allowed_if_listed = true}};
                },
            .listen_at = [](const policy::Address&, const std::vector<std::uint16_t>&) { return false; },
            .refused = std::move(refused),
            .own_name = own_host_name()};
}

std::string own_host_name() {
    std::array<char, 256> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0) return {};
    const auto host = policy::canonical_host(name.data());
    return host && host->kind == policy::HostKind::name ? host->text : std::string();
}

run::Watched closed_names_service(const ServiceContext& context, UniqueFd socket, network::ConnectionLog& log) {
    const network::Endpoint at{policy::Address::loopback(policy::Family::v4), kNameServerPort};
    if (const int error = network::bind_to(socket.get(), at); error != 0) {
        context.events.add(Weakened{describe_errno("names are looked up in vain inside: port 53", error)});
        return {.fd = -1, .ready = [] { return false; }};
    }
    const auto names = std::make_shared<ClosedNames>(std::move(socket), log);
    return {.fd = names->server.fd(), .ready = [names] {
                names->server.serve();
                return true;
            }};
}

network::ConnectionRecord unreached(const sandbox::Profile& profile, const policy::Address& address,
                                    std::uint16_t port) {
    network::ConnectionRecord out{.host = address.text(), .port = port, .allowed_if_listed = true};
    out.reason = sandbox::closed_to_names(profile)
                     ? closed(out.host, "reached")
                     : "`" + wire::endpoint(out.host, port) +
                           "` was not reached: only the proxy that $HTTPS_PROXY names leads out, and names do";
    return out;
}

}  // namespace postern::app
