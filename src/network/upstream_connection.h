// Makes the connection to a host that the rules have allowed: resolves its name, checks its addresses, and dials one;
// or dials a proxy and asks it for a tunnel.
//
// A proxy resolves names itself, so the addresses of a name cannot be checked then. An address given as such is checked
// all the same.
#pragma once

#include "network/connection_record.h"
#include "network/dialler.h"
#include "network/gate_shared.h"
#include "network/stream.h"
#include "wire/handshake.h"
#include "wire/http_route.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace postern::network {

class UpstreamConnection {
public:
    // `gate` must outlive this object.
    UpstreamConnection(policy::HostName host, std::uint16_t port, Purpose purpose, GateShared& gate,
                       std::function<void(int fd)> watch);

    // Dials the loopback of this machine, or that of the network in which `inside` makes sockets. Nothing is checked.
    UpstreamConnection(std::uint16_t port, SocketSource* inside, GateShared& gate, std::function<void(int fd)> watch);

    enum class Progress : std::uint8_t { waits, moved, open, closed };
    [[nodiscard]] Progress step();
    [[nodiscard]] std::chrono::steady_clock::time_point deadline() const noexcept { return deadline_; }
    void on_timeout();  // called when the deadline has passed

    // Returns the dialled address, or an empty string if a proxy dials.
    [[nodiscard]] std::string address() const { return proxy_ || !dialler_ ? std::string() : dialler_->address(); }
    [[nodiscard]] const wire::Proxy* proxy() const noexcept { return proxy_; }
    // Returns whether the proxy takes whole requests and dials for each, so that no tunnel has to be asked for.
    [[nodiscard]] bool forwards() const noexcept {
        return proxy_ && proxy_->kind == wire::Proxy::Kind::http && purpose_ == Purpose::request;
    }
    [[nodiscard]] std::optional<wire::ProxyAdditions> proxy_additions() const;  // nullopt unless forwards()

    [[nodiscard]] const wire::Closed& closed() const& noexcept { return *closed_; }
    [[nodiscard]] Stream take() { return std::move(server_); }
    [[nodiscard]] std::string take_early() { return std::move(in_); }  // bytes that the host has sent already

private:
    void begin();
    bool resolve();
    void check(const policy::Address& address);
    void check_and_dial(std::vector<policy::Address> addresses);
    void dial(std::vector<policy::Address> addresses);
    [[nodiscard]] const std::string& dialled_name() const& { return proxy_ ? proxy_->host.text : host_.text; }
    void dial_next();
    bool finish_dialling();
    bool continue_handshake();
    void close(int status, std::string reason);
    void unreachable(int status, const std::string& why);
    void set_deadline(std::chrono::milliseconds how_long);

    policy::HostName host_;
    std::uint16_t port_;
    Purpose purpose_;
    GateShared& gate_;
    std::function<void(int)> watch_;
    const wire::Proxy* proxy_ = nullptr;  // points into the rules; null if none is used
    std::optional<SharedLookup> lookup_{};
    std::optional<Dialler> dialler_{};
    std::optional<wire::Handshake> handshake_{};
    Stream server_{};  // connected
    std::string in_{};
    bool open_ = false;
    std::optional<wire::Closed> closed_{};
    std::chrono::steady_clock::time_point deadline_{};
};

}  // namespace postern::network
