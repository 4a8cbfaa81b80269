// The broker's socket: who may connect, what they may say, and how much of it.
#pragma once

#include "approval/broker_protocol.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "service/desk.h"
#include "service/notifier.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace postern::service {

enum class LogLevel : std::uint8_t { debug, info, warning };
using Log = std::function<void(LogLevel, const std::string&)>;

class Server {
public:
    Server(UniqueFd listener, std::string token, Log log, Notifier notifier)
        : listener_(std::move(listener)),
          token_(std::move(token)),
          log_(std::move(log)),
          notifier_(std::move(notifier)) {}
    // Serves until `ends` can be read. Fails if it cannot wait.
    [[nodiscard]] Status serve_until(int ends);

private:
    using Moment = std::chrono::steady_clock::time_point;
    enum class Stage : std::uint8_t { greeted, asks, watches, ends };
    struct Connection {
        UniqueFd socket;
        Peer peer;
        approval::Challenge challenge{};
        Moment greeted{};
        Stage stage = Stage::greeted;
        std::string received{}, unsent{};
    };

    void accept_all();
    void greet(UniqueFd socket, Peer peer);
    void on_readable(ConnectionId id);
    void on_request(ConnectionId id, const std::string& line);
    void act(ConnectionId id, Connection& connection, const approval::BrokerRequest& request);
    void answer(Connection& connection, const approval::BrokerRequest& request);
    void reply(Connection& connection, const approval::BrokerReply& reply);
    void flush(Connection& connection);
    void tell_watchers();
    void tell_person();
    void drop_stale(Moment now);
    void close_ended();
    [[nodiscard]] bool admits(const Peer& peer, Moment now);
    [[nodiscard]] int timeout() const;

    UniqueFd listener_;
    std::string token_;
    Log log_;
    Notifier notifier_;
    Desk desk_{};
    std::map<ConnectionId, Connection> connections_{};
    ConnectionId last_ = 0;
    Moment second_{};
    std::size_t in_this_second_ = 0;
};

}  // namespace postern::service
