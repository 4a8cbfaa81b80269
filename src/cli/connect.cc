// Inside a sandbox: a connection through the gate, for programs such as ssh that start another one to connect.
#include "base/quantity.h"
#include "base/unique_fd.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "network/stdio_relay.h"
#include "policy/host_name.h"
#include "sandbox/profile.h"
#include "wire/gate_client.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace postern::cli {
namespace {

constexpr int kRefused = 126;

// Outside, something else may listen there.
bool is_inside() {
    const char* sign = std::getenv("POSTERN");
    return sign != nullptr && std::string_view(sign) == "1";
}

Result<UniqueFd> reach_gate() {
    if (!is_inside()) {
        return fail(Errc::invalid, "there is no gate here; `postern connect` is for commands inside `postern run`");
    }
    UniqueFd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in gate{};
    gate.sin_family = AF_INET;
    gate.sin_port = htons(sandbox::kGatePort);
    gate.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    // connect(2) takes every kind of address by this type.
    if (!socket || ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&gate), sizeof gate) != 0) {
        return fail(Errc::io,
                    "there is no gate in this sandbox; it has one if sandbox.network.allowedDomains lists a host");
    }
    return socket;
}

// What the server sent already, or why there is no tunnel.
std::variant<std::string, wire::TunnelRefused> open_tunnel(int socket, const std::string& request) {
    std::string answer;
    std::array<char, 4096> part;  // filled by read
    for (bool ended = !write_all(socket, request);;) {
        auto told = wire::parse_connect_answer(answer, ended ? wire::Ended::yes : wire::Ended::no);
        if (const auto* open = std::get_if<wire::TunnelOpen>(&told)) return answer.substr(open->size);
        if (auto* refused = std::get_if<wire::TunnelRefused>(&told)) return std::move(*refused);
        const ssize_t got = ::read(socket, part.data(), part.size());
        if (got < 0 && errno == EINTR) continue;
        if (got > 0) answer.append(part.data(), static_cast<std::size_t>(got));
        ended = got <= 0;
    }
}

}  // namespace

int run_connect(const Parsed& options) {
    if (options.operands().size() != 2) return report({Errc::invalid, "connect where? it takes HOST PORT", {}});
    const auto host = policy::canonical_host(options.operands()[0]);
    if (!host) return report(host.error());
    const auto port = parse_port(options.operands()[1]);
    if (!port) return report({port.error().code, port.error().what, options.operands()[1]});
    (void)std::signal(SIGPIPE, SIG_IGN);
    const auto socket = reach_gate();
    if (!socket) return report(socket.error());
    auto opened = open_tunnel(socket->get(), wire::connect_request(*host, *port));
    if (const auto* refused = std::get_if<wire::TunnelRefused>(&opened)) {
        say(refused->reason);
        return kRefused;
    }
    network::relay({.in = STDIN_FILENO, .out = STDOUT_FILENO, .socket = socket->get()},
                   std::move(std::get<std::string>(opened)));
    return 0;
}

}  // namespace postern::cli
