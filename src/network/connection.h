// Serves one client of the gate, from its first byte to its last.
#pragma once

#include "base/unique_fd.h"
#include "network/connection_record.h"
#include "network/gate_shared.h"
#include "network/pump.h"
#include "network/stream.h"
#include "network/upstream_connection.h"
#include "wire/client_request.h"
#include "wire/http_body.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace postern::network {

class Connection {
public:
    // `watch` registers a descriptor with the event loop, which calls `step` on its events. Without a `target` the
    // client names its destination itself.
    Connection(UniqueFd client, std::optional<Target> target, GateShared& gate, std::function<void(int fd)> watch,
               std::function<void()> wake);

    enum class Progress : std::uint8_t { waits, has_more, over };
    [[nodiscard]] Progress step();
    // Time at which the gate calls `give_up`. It is pushed back when the state changes.
    [[nodiscard]] std::chrono::steady_clock::time_point deadline() const noexcept { return deadline_; }
    void give_up();  // called when the deadline has passed
    [[nodiscard]] ConnectionRecord record() const;

private:
    enum class State : std::uint8_t { asking, deciding, connecting, relaying, closing };

    bool advance();  // does one piece of work; false if nothing can be done now
    bool begin(const Target& target);
    bool read_request();
    bool read_more();
    bool flush_answer();
    void enforce_budget();
    bool is_admitted();
    void decide(const std::string& host, std::uint16_t port);
    void withdraw_if_client_left();
    void on_decided(HostVerdict verdict);
    bool connect();
    void on_connected();
    bool check_hello();
    bool cut_off(std::string reason);
    bool relay();
    bool relay_up();
    bool refused_by_proxy();
    bool close_gently();
    void refuse(int status, std::string reason);
    void enter(State state, std::chrono::milliseconds time_limit);
    void queue_body();

    std::optional<Target> target_;
    GateShared& gate_;
    std::uint64_t spent_ = 0;
    std::function<void(int)> watch_;
    std::function<void()> wake_;
    Stream client_, server_;
    State state_ = State::asking;
    wire::ClientProtocol protocol_ = wire::ClientProtocol::nothing;
    std::string from_client_{};                // bytes read
    std::string for_server_{}, for_client_{};  // bytes queued
    Pump to_server_, to_client_;               // move all later bytes, once the queues above are empty
    policy::HostName host_{};
    bool deciding_now_ = false;
    Withdraw withdraw_{};
    bool hello_unchecked_ = false;  // the server name in the TLS hello is not checked yet
    int hello_pieces_ = 0;
    wire::ClientRequest request_reader_{};
    std::optional<wire::BodyReader> body_{};
    std::optional<UpstreamConnection> upstream_{};
    bool proxy_may_refuse_ = false;  // a request was forwarded to the proxy, and its status is not known yet
    ConnectionRecord record_{};
    std::chrono::steady_clock::time_point started_, deadline_{};
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace postern::network
