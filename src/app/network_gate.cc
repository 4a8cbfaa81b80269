#include "app/network_gate.h"

#include "app/closed_network.h"
#include "app/host_rules.h"
#include "backend/init_protocol.h"
#include "base/file.h"
#include "network/gate.h"
#include "network/name_server.h"
#include "network/socket_address.h"
#include "network/socket_source.h"

#include <cerrno>
#include <utility>

#include <sys/socket.h>

namespace postern::app {
namespace {

using network::Endpoint;
using network::Target;

constexpr std::uint16_t kNameServerPort = 53;
constexpr int kMostFailures = 16;  // failed attempts to make a socket inside

Endpoint on_loopback(std::uint16_t port) {
    return {policy::Address::loopback(policy::Family::v4), port};
}

tl::unexpected<Error> taken(const std::string& by, std::uint16_t port, int error) {
    return fail(Errc::io, describe_errno(by + ": port " + std::to_string(port) + " inside cannot be opened", error));
}

class RunGate {
public:
    RunGate(const ServiceContext& context, std::shared_ptr<approval::Approvals> approvals, network::SocketSource inside)
        : context_(context),
          approvals_(std::move(approvals)),
          rules_(context.session.policy, *approvals_),
          inside_(std::move(inside)),
          gate_(gate_rules()) {}
    ~RunGate() { context_.events.add(Connected{gate_.log()}); }
    RunGate(const RunGate&) = delete;
    RunGate& operator=(const RunGate&) = delete;

    [[nodiscard]] network::Gate& gate() { return gate_; }

    // Opens the port at which clients name the host themselves.
    [[nodiscard]] Status open_proxy(UniqueFd socket) {
        int error = network::bind_to(socket.get(), on_loopback(sandbox::kGatePort));
        if (error == 0 && ::listen(socket.get(), SOMAXCONN) != 0) error = errno;
        if (error != 0) return taken("the network gate", sandbox::kGatePort, error);
        gate_.open({.listener = std::move(socket)});
        return {};
    }

    [[nodiscard]] Status open_host_port(std::uint16_t port) {
        UniqueFd listener = inside_.make_listener(on_loopback(port));
        if (!listener) return taken("postern.network.hostPorts", port, errno);
        const Target target{.host = "localhost", .port = port, .opened_by = "postern.network.hostPorts"};
        gate_.open({.listener = std::move(listener), .target = [target](int) { return std::optional(target); }});
        return {};
    }

    void open_exposed(ExposedPort exposed) {
        const Target target{
            .host = "localhost", .port = exposed.port, .opened_by = "postern.network.exposePorts", .in_sandbox = true};
        gate_.open(
            {.listener = std::move(exposed.listener), .target = [target](int) { return std::optional(target); }});
    }

    // Returns nullptr and sets errno if port 53 cannot be opened.
    [[nodiscard]] network::NameServer* open_name_server(UniqueFd socket) {
        if (const int error = network::bind_to(socket.get(), on_loopback(kNameServerPort)); error != 0) {
            errno = error;
            return nullptr;
        }
        const auto add_to_log = [this](network::ConnectionRecord record) { gate_.add_to_log(std::move(record)); };
        if (!plan().hosts) return &names_.emplace(std::move(socket), book_, no_names(add_to_log));
        const auto& ports = plan().transparent;
        network::NameRules rules{
            .decide = [this, &ports](const policy::HostName& name) { return rules_.decide_name(name, ports); },
            .listen_at = [this](const policy::Address& address,
                                const std::vector<std::uint16_t>& where) { return listen_at(address, where); },
            .refused = add_to_log,
            .own_name = own_host_name()};
        return &names_.emplace(std::move(socket), book_, std::move(rules));
    }

private:
    [[nodiscard]] const sandbox::GatePlan& plan() const { return context_.record.profile->gate; }

    network::GateRules gate_rules() {
        return {.decide = [this](const std::string& host, std::uint16_t port,
                                 const network::Decided& decided) { return rules_.decide(host, port, decided); },
                .objection = [this](const policy::HostName& host, const policy::Address& address,
                                    std::uint16_t port) { return rules_.objection(host, address, port); },
                .hidden_server_names = plan().hidden_server_names,
                .budget = {plan().max_bytes, plan().max_connections},
                .sandbox_sockets = &inside_,
                .upstreams = context_.session.upstreams};
    }

    // Opens listeners at the address and returns whether there is one. Skips a port that the command itself uses. Gives
    // up after several other failures, because a process inside may cause them on purpose.
    bool listen_at(const policy::Address& address, const std::vector<std::uint16_t>& ports) {
        bool opened = false;
        for (const std::uint16_t port : ports) {
            if (failures_ == kMostFailures || !gate_.has_room_for_entrances()) break;
            UniqueFd listener = inside_.make_listener({address, port});
            if (!listener && errno == EADDRINUSE) continue;
            if (!listener) {
                ++failures_;
                break;
            }
            opened = true;
            gate_.open({.listener = std::move(listener), .target = [this](int client) { return target_of(client); }});
        }
        return opened;
    }

    // Returns the name for which the name server gave out the address that the client connected to.
    std::optional<Target> target_of(int client) const {
        const auto here = network::local_end(client);
        const auto name = here ? book_.name_at(here->address) : std::nullopt;
        if (!name) return std::nullopt;
        return Target{.host = *name, .port = here->port};
    }

    const ServiceContext& context_;
    std::shared_ptr<approval::Approvals> approvals_;
    HostRules rules_;
    network::SocketSource inside_;
    network::NameBook book_{};
    network::Gate gate_;
    std::optional<network::NameServer> names_{};
    int failures_ = 0;
};

Result<UniqueFd> expose(std::uint16_t port) {
    UniqueFd listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    const int yes = 1;  // connections of an earlier run may still be closing
    (void)::setsockopt(listener.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    int error = listener ? network::bind_to(listener.get(), on_loopback(port)) : errno;
    if (error == 0 && ::listen(listener.get(), SOMAXCONN) != 0) error = errno;
    if (error == 0) return listener;
    const std::string which = "port " + std::to_string(port) + " of this machine";
    return fail(Errc::io,
                describe_errno(which + " cannot be taken for the sandbox (postern.network.exposePorts)", error));
}

}  // namespace

Result<std::vector<ExposedPort>> open_exposed_ports(const sandbox::Profile& profile) {
    std::vector<ExposedPort> out;
    for (const std::uint16_t port : profile.gate.exposed) {
        auto listener = expose(port);
        if (!listener) return tl::unexpected<Error>(std::move(listener.error()));
        out.push_back({port, std::move(*listener)});
    }
    return out;
}

Result<run::Watched> gate_service(const ServiceContext& context, std::vector<UniqueFd> sockets, run::LoopControl& loop,
                                  std::shared_ptr<approval::Approvals> approvals, std::vector<ExposedPort> exposed) {
    if (sockets.size() != backend::init::kMostHanded) {
        return fail(Errc::internal, "postern-init handed out other sockets than the network gate needs");
    }
    auto inside = network::SocketSource::open(std::move(sockets[1]), std::move(sockets[2]));
    if (!inside) return fail(Errc::io, describe_errno("no sockets can be made inside for the network gate", errno));
    const sandbox::GatePlan& plan = context.record.profile->gate;
    const auto gate = std::make_shared<RunGate>(context, std::move(approvals), std::move(*inside));
    Status opened;
    if (plan.hosts) opened = gate->open_proxy(std::move(sockets[0]));
    for (auto port = plan.from_host.begin(); opened && port != plan.from_host.end(); ++port) {
        opened = gate->open_host_port(*port);
    }
    if (!opened) return tl::unexpected<Error>(std::move(opened.error()));
    for (ExposedPort& port : exposed) gate->open_exposed(std::move(port));
    if (!plan.transparent.empty() || !plan.hosts) {
        if (network::NameServer* names = gate->open_name_server(std::move(sockets[3]))) {
            loop.serve({names->fd(), [gate, names] {
                            names->serve();
                            return true;
                        }});
        } else {
            context.events.add(
                Weakened{describe_errno("only programs that know a proxy find the gate: port 53 inside", errno)});
        }
    }
    return run::Watched{gate->gate().fd(), [gate] {
                            gate->gate().serve();
                            return true;
                        }};
}

}  // namespace postern::app
