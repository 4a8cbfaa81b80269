// The only way out of a sandbox without a network: sockets inside the sandbox, served from outside. Clients name a host
// by HTTP CONNECT, by an HTTP request to a proxy, by SOCKS5, or by the address they connect to. The rules decide, the
// name is resolved once, and only addresses that were checked are dialled. No client has to authenticate, because the
// sockets can be reached from this sandbox only.
#pragma once

#include "base/unique_fd.h"
#include "network/connection.h"
#include "network/connection_log.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace postern::network {

struct Entrance {
    UniqueFd listener;  // bound and listening
    // Returns the target of an accepted client; nullopt closes the connection. Without this function clients name their
    // target themselves.
    std::function<std::optional<Target>(int client)> target{};
};

class Gate {
public:
    explicit Gate(GateRules rules);
    ~Gate();
    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;

    [[nodiscard]] int fd() const noexcept { return events_.get(); }  // call `serve` when readable
    void serve();
    void open(Entrance entrance);  // may be called at any time
    [[nodiscard]] bool has_room_for_entrances() const noexcept { return entrances_.size() < max_entrances_; }
    void add_to_log(ConnectionRecord record);  // records an attempt that failed before it reached the gate
    // Returns the connections that ended, followed by those still open.
    [[nodiscard]] ConnectionLog log() const;

private:
    void accept_all(const Entrance& entrance);
    void step(std::uint64_t id);
    void make_runnable(std::uint64_t id);
    void end_overdue();
    void wake_if_runnable();
    void watch_entrances();

    UniqueFd events_, timer_, wake_up_;
    GateShared shared_;  // outlives the connections
    std::unordered_map<std::uint64_t, Entrance> entrances_;
    std::unordered_map<std::uint64_t, std::unique_ptr<Connection>> connections_;
    std::deque<std::uint64_t> runnable_;              // can go on, though no event will come
    std::unordered_set<std::uint64_t> runnable_ids_;  // the same as a set
    std::size_t max_connections_ = 1, max_entrances_ = 0;
    std::uint64_t last_id_ = 1;  // smaller ids are the timer's and our own
    bool accept_paused_ = false, accept_failed_ = false;
    ConnectionLog log_;  // connections that ended
};

}  // namespace postern::network
