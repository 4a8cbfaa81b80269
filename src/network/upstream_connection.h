// The way from a host that the rules have let pass to a connection with it: its name resolved, its addresses checked, one
// of them dialled; or a proxy dialled instead, and talked into it.
//
// A proxy resolves names itself, so that where they lead cannot be checked. Addresses are checked all the same.
#pragma once

#include "network/connection_record.h"
#include "network/dialler.h"
#include "network/gate_state.h"
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
    // What is shared must outlive this.
    UpstreamConnection(policy::HostName host, std::uint16_t port, Purpose errand, GateShared& gate,
                       std::function<void(int fd)> watch);

    // To this machine's loopback, or to that of the network in which `inside` makes sockets: nothing is checked.
    UpstreamConnection(std::uint16_t port, SocketSource* inside, GateShared& gate, std::function<void(int fd)> watch);

    enum class Progress : std::uint8_t { waits, moved, open, closed };
    [[nodiscard]] Progress step();
    [[nodiscard]] std::chrono::steady_clock::time_point deadline() const noexcept { return deadline_; }
    void too_late();  // the deadline has passed

    // Dialled; empty if a proxy does that.
    [[nodiscard]] std::string address() const { return proxy_ || !dialler_ ? std::string() : dialler_->address(); }
    [[nodiscard]] const wire::Proxy* proxy() const noexcept { return proxy_; }
    // It takes whole requests, and dials for each: there is nothing to talk it into.
    [[nodiscard]] bool forwards() const noexcept {
        return proxy_ && proxy_->kind == wire::Proxy::Kind::http && errand_ == Purpose::request;
    }
    [[nodiscard]] std::optional<wire::ByProxy> by_proxy() const;  // if it does

    [[nodiscard]] const wire::Closed& closed() const& noexcept { return *closed_; }
    [[nodiscard]] Stream take() { return std::move(server_); }
    [[nodiscard]] std::string take_early() { return std::move(in_); }  // what the host has said meanwhile

private:
    void begin();
    bool resolve();
    void check(const policy::Address& address);
    void check_and_dial(std::vector<policy::Address> addresses);
    void dial(std::vector<policy::Address> addresses);
    [[nodiscard]] const std::string& dialled_name() const& { return proxy_ ? proxy_->host.text : host_.text; }
    void dial_next();
    bool finish_dialling();
    bool shake_hands();
    void close(int status, std::string reason);
    void unreachable(int status, const std::string& why);
    void be_patient(std::chrono::milliseconds how_long);

    policy::HostName host_;
    std::uint16_t port_;
    Purpose errand_;
    GateShared& gate_;
    std::function<void(int)> watch_;
    const wire::Proxy* proxy_ = nullptr;  // of the rules; null: it is not gone through
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
