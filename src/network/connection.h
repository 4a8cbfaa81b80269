// One client of the gate, from its first byte to its last.
#pragma once

#include "base/unique_fd.h"
#include "network/http_body.h"
#include "network/http_route.h"
#include "network/resolver.h"
#include "policy/address.h"
#include "policy/decision.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace postern::network {

// What became of one wish to connect.
struct Passage {
    std::string host{};  // as the client named it, in its one spelling; empty: it named none
    std::uint16_t port = 0;
    std::string address{};  // dialled
    policy::Verdict verdict = policy::Verdict::deny;
    std::string reason{};  // one sentence
    std::string rule{};    // what decided, if a rule or a list did
    std::uint64_t bytes_up = 0, bytes_down = 0;
    std::chrono::milliseconds duration{};
};

struct HostVerdict {
    policy::Verdict verdict = policy::Verdict::deny;
    std::string reason{}, rule{};
};
using Decided = std::function<void(HostVerdict)>;

struct GateRules {
    // `decided` is called once: at once, or when a person has answered.
    std::function<void(const std::string& host, std::uint16_t port, Decided decided)> decide;
    // May this be dialled, though the name that led to it was allowed? Nothing: it may. Otherwise why not.
    std::function<std::optional<std::string>(const std::string& host, const policy::Address& address,
                                             std::uint16_t port)>
        objection;
};

class Connection {
public:
    // `watch`: tells the event loop of a descriptor; its events lead to `step`.
    Connection(UniqueFd client, const GateRules& rules, std::function<void(int fd)> watch, std::function<void()> wake);

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
    void decide(const std::string& host, std::uint16_t port);
    void on_decided(HostVerdict verdict);
    bool resolve();
    bool dial_next();
    bool finish_dialling();
    void on_connected();
    bool check_hello();
    bool relay();
    bool close_gently();
    void refuse(int status, std::string reason);
    void enter(State state, std::chrono::milliseconds patience);
    bool receive(int fd, std::string& into, std::size_t most, bool& ended);
    bool send(int fd, std::string& from, std::uint64_t& count);
    void take_body();

    const GateRules& rules_;
    std::function<void(int)> watch_;
    std::function<void()> wake_;
    UniqueFd client_, server_;
    State state_ = State::first_byte;
    Speaks speaks_ = Speaks::nothing;
    std::string in_{}, up_{}, down_{};
    bool client_ended_ = false, server_ended_ = false, told_server_ = false, told_client_ = false;
    HeadReader head_reader_{};
    std::optional<Head> head_{};
    std::optional<Route> route_{};
    std::optional<BodyReader> body_{};
    std::optional<Lookup> lookup_{};
    std::vector<policy::Address> candidates_{};
    std::string last_error_{};
    Passage passage_{};
    std::chrono::steady_clock::time_point begun_, deadline_{};
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace postern::network
