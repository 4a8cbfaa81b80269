// One client of the gate, from its first byte to its last.
#pragma once

#include "base/unique_fd.h"
#include "network/dialler.h"
#include "network/flow.h"
#include "network/http_body.h"
#include "network/http_route.h"
#include "network/name_cache.h"
#include "network/passage.h"
#include "network/resolver.h"
#include "network/stream.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace postern::network {

// What all connections of a gate share.
struct Common {
    GateRules rules;
    NameCache names{};
    Pipes pipes{};
};

class Connection {
public:
    // `watch`: tells the event loop of a descriptor; its events lead to `step`.
    Connection(UniqueFd client, Common& common, std::function<void(int fd)> watch, std::function<void()> wake);

    enum class Progress : std::uint8_t { waits, has_more, over };
    [[nodiscard]] Progress step();
    // Not beyond this, unless bytes flow.
    [[nodiscard]] std::chrono::steady_clock::time_point deadline() const noexcept { return deadline_; }
    void give_up();  // the deadline has passed
    [[nodiscard]] Passage passage() const;

private:
    enum class State : std::uint8_t {
        first_byte,
        http,
        socks_greeting,
        socks_request,
        deciding,
        resolving,
        connecting,
        hello,
        relaying,
        closing
    };
    enum class Speaks : std::uint8_t { nothing, connect, forward, socks };

    bool advance();  // one thing more; false if nothing can be done now
    bool read_first_byte();
    bool read_http();
    bool read_socks_greeting();
    bool read_socks_request();
    bool read_more();
    bool flush_answer();
    void decide(const std::string& host, std::uint16_t port);
    void on_decided(HostVerdict verdict);
    bool resolve();
    void check_and_dial(std::vector<policy::Address> addresses);
    void dial_next();
    bool finish_dialling();
    void on_connected();
    bool check_hello();
    bool relay();
    bool relay_up();
    bool close_gently();
    void refuse(int status, std::string reason);
    void enter(State state, std::chrono::milliseconds patience);
    void take_body();

    const GateRules& rules_;
    NameCache& names_;
    std::function<void(int)> watch_;
    std::function<void()> wake_;
    Stream client_, server_;
    State state_ = State::first_byte;
    Speaks speaks_ = Speaks::nothing;
    std::string in_{}, up_{}, down_{};  // what is read, and what we write, ourselves
    Flow to_server_, to_client_;        // the rest, behind it
    policy::HostName host_{};
    bool asking_ = false;
    int hello_pieces_ = 0;
    HeadReader head_reader_{};
    std::optional<Head> head_{};
    std::optional<Route> route_{};
    std::optional<BodyReader> body_{};
    std::optional<Lookup> lookup_{};
    std::optional<Dialler> dialler_{};
    Passage passage_{};
    std::chrono::steady_clock::time_point begun_, deadline_{};
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace postern::network
