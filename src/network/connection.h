// One client of the gate, from its first byte to its last.
#pragma once

#include "base/unique_fd.h"
#include "network/connection_record.h"
#include "network/gate_state.h"
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
    // `watch`: tells the event loop of a descriptor; its events lead to `step`.
    // `target`: none if the client is to say it.
    Connection(UniqueFd client, std::optional<Target> target, GateShared& gate, std::function<void(int fd)> watch,
               std::function<void()> wake);

    enum class Progress : std::uint8_t { waits, has_more, over };
    [[nodiscard]] Progress step();
    // Not beyond this, unless bytes flow.
    [[nodiscard]] std::chrono::steady_clock::time_point deadline() const noexcept { return deadline_; }
    void give_up();  // the deadline has passed
    [[nodiscard]] ConnectionRecord passage() const;

private:
    enum class State : std::uint8_t { asking, deciding, connecting, relaying, closing };

    bool advance();  // one thing more; false if nothing can be done now
    bool begin(const Target& target);
    bool ask();
    bool read_more();
    bool flush_answer();
    void keep_to_budget();
    bool is_admitted();
    void decide(const std::string& host, std::uint16_t port);
    void stop_waiting_for_nobody();
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
    void enter(State state, std::chrono::milliseconds patience);
    void take_body();

    std::optional<Target> target_;
    GateShared& gate_;
    std::uint64_t spent_ = 0;
    std::function<void(int)> watch_;
    std::function<void()> wake_;
    Stream client_, server_;
    State state_ = State::asking;
    wire::ClientProtocol speaks_ = wire::ClientProtocol::nothing;
    std::string in_{}, up_{}, down_{};  // what is read, and what we write, ourselves
    Pump to_server_, to_client_;        // the rest, behind it
    policy::HostName host_{};
    bool deciding_now_ = false;
    Withdraw withdraw_{};
    bool hello_due_ = false;  // it is not clear yet whom a TLS client wants
    int hello_pieces_ = 0;
    wire::ClientRequest asking_{};
    std::optional<wire::BodyReader> body_{};
    std::optional<UpstreamConnection> way_{};
    bool proxy_may_refuse_ = false;  // it has been sent a request, and what it says is not known yet
    ConnectionRecord passage_{};
    std::chrono::steady_clock::time_point begun_, deadline_{};
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace postern::network
