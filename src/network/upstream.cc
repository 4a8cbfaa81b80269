#include "network/upstream.h"

#include "policy/address.h"

#include <initializer_list>
#include <string_view>
#include <utility>

namespace postern::network {
namespace {

using policy::AddressReach;

// Empty variables count as not set, and lower case goes before upper case, as in curl.
class Environment {
public:
    explicit Environment(std::span<const std::string> entries) : entries_(entries) {}

    struct Variable {
        std::string_view name{}, value{};
    };
    [[nodiscard]] std::optional<Variable> first(std::initializer_list<std::string_view> names) const {
        for (const std::string_view name : names) {
            for (const std::string_view entry : entries_) {
                const std::size_t equals = entry.find('=');
                if (equals == std::string_view::npos || entry.substr(0, equals) != name) continue;
                if (const auto value = entry.substr(equals + 1); !value.empty()) return Variable{name, value};
            }
        }
        return std::nullopt;
    }

private:
    std::span<const std::string> entries_;
};

Result<std::optional<wire::Proxy>> proxy_in(const std::optional<Environment::Variable>& variable) {
    if (!variable) return std::nullopt;
    const bool has_scheme = variable->value.find("://") != std::string_view::npos;
    auto proxy = wire::parse_proxy_url((has_scheme ? "" : "http://") + std::string(variable->value));
    if (proxy) return std::optional(std::move(*proxy));
    return fail(
        proxy.error().code,
        proxy.error().what + "; or set postern.network.parentProxy, which goes before it, to the proxy or to \"none\"",
        '$' + std::string(variable->name));
}

Result<Upstreams> from_environment(const Environment& environment) {
    auto all = proxy_in(environment.first({"all_proxy", "ALL_PROXY"}));
    if (!all) return tl::unexpected<Error>(std::move(all.error()));
    auto tunnels = proxy_in(environment.first({"https_proxy", "HTTPS_PROXY"}));
    if (!tunnels) return tl::unexpected<Error>(std::move(tunnels.error()));
    // In a CGI program HTTP_PROXY is the `Proxy` header that a client sent.
    const bool cgi = environment.first({"REQUEST_METHOD"}).has_value();
    auto requests = proxy_in(cgi ? environment.first({"http_proxy"}) : environment.first({"http_proxy", "HTTP_PROXY"}));
    if (!requests) return tl::unexpected<Error>(std::move(requests.error()));
    return Upstreams{.for_requests = *requests ? *requests : *all, .for_tunnels = *tunnels ? *tunnels : *all};
}

std::optional<wire::Proxy> on_this_machine(wire::Proxy::Kind kind, const settings::Optional<std::int64_t>& port) {
    if (!port) return std::nullopt;
    return wire::Proxy{.kind = kind,
                       .host = {.kind = policy::HostKind::ipv4, .text = "127.0.0.1"},
                       .port = static_cast<std::uint16_t>(port->value)};
}

const wire::Proxy* pointer(const std::optional<wire::Proxy>& proxy) {
    return proxy ? &*proxy : nullptr;
}

// Returns whether a remote proxy would reach another machine by this name, or none.
bool is_near(const Upstreams& upstreams, const policy::HostName& host) {
    if (policy::is_localhost(host)) return true;
    const auto address = policy::Address::parse(host.text);
    if (!address) return false;
    switch (policy::reach_of(*address)) {
        case AddressReach::loopback:
        case AddressReach::unspecified:
        case AddressReach::link_local: return true;
        case AddressReach::private_network:
        case AddressReach::shared: return upstreams.private_addresses_direct;
        case AddressReach::global:
        case AddressReach::multicast:
        case AddressReach::reserved: break;
    }
    return false;
}

}  // namespace

const wire::Proxy* upstream_for(const Upstreams& upstreams, const policy::HostName& host, std::uint16_t port,
                                Purpose purpose) {
    if (upstreams.own_http || upstreams.own_socks) {
        const bool socks = !upstreams.own_http || (upstreams.own_socks && purpose == Purpose::socks);
        return pointer(socks ? upstreams.own_socks : upstreams.own_http);
    }
    if (is_near(upstreams, host) || upstreams.no_proxy.covers(host, port)) return nullptr;
    return pointer(purpose == Purpose::request ? upstreams.for_requests : upstreams.for_tunnels);
}

Result<Upstreams> read_upstreams(const settings::Settings& settings, std::span<const std::string> entries) {
    const Environment environment(entries);
    wire::NoProxy no_proxy;
    for (const settings::Setting<std::string>& entry : settings.postern.network.no_proxy) {
        Status added = no_proxy.add(entry.value);
        if (!added) return fail(added.error().code, added.error().what, settings::render(settings, entry.origin));
    }
    const auto& parent = settings.postern.network.parent_proxy;
    const std::string wanted = parent ? parent->value : "environment";
    std::optional<wire::Proxy> written;
    if (wanted != "environment" && wanted != "none") {
        auto proxy = wire::parse_proxy_url(wanted);
        if (!proxy) return fail(proxy.error().code, proxy.error().what, settings::render(settings, parent->origin));
        written = std::move(*proxy);
    }
    Upstreams out;
    out.own_http = on_this_machine(wire::Proxy::Kind::http, settings.sandbox.network.http_proxy_port);
    out.own_socks = on_this_machine(wire::Proxy::Kind::socks5, settings.sandbox.network.socks_proxy_port);
    if (out.own_http || out.own_socks || wanted == "none") return out;
    if (written) {
        out.for_requests = out.for_tunnels = std::move(written);
        out.private_addresses_direct = false;
    } else {
        auto found = from_environment(environment);
        if (!found) return found;
        out = std::move(*found);
    }
    const auto variable = environment.first({"no_proxy", "NO_PROXY"});
    const bool listed = !settings.postern.network.no_proxy.empty();
    out.no_proxy = listed || !variable ? std::move(no_proxy) : wire::NoProxy::from_variable(variable->value);
    return out;
}

}  // namespace postern::network
