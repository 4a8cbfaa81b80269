// The way out of a sandbox that has no network: sockets inside, served from outside. Clients name a host, by HTTP CONNECT,
// an HTTP request for a proxy, or SOCKS5, or by the address at which they came in; the rules decide, the name is resolved
// once, and what was checked is what is dialled. Only this sandbox can reach the sockets, so nobody has to show who he is.
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
    // What whoever came in here wants. Empty: he is to say it.
    std::function<std::optional<Target>(int client)> target{};
};

class Gate {
public:
    explicit Gate(GateRules rules);
    ~Gate();
    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;

    [[nodiscard]] int fd() const noexcept { return events_.get(); }  // readable: call `serve`
    void serve();
    void open(Entrance entrance);  // also while it is being served
    [[nodiscard]] bool has_room_for_entrances() const noexcept { return entrances_.size() < most_entrances_; }
    void note(ConnectionRecord passage);  // one that came to nothing before it reached the gate
    // Those that ended, and then those that have not.
    [[nodiscard]] ConnectionLog passages() const;

private:
    void accept_all(const Entrance& entrance);
    void step(std::uint64_t id);
    void come_back_to(std::uint64_t id);
    void end_late_ones();
    void ask_for_more();
    void watch_entrances();

    UniqueFd events_, clock_, more_;
    GateShared shared_;  // outlives the connections
    std::unordered_map<std::uint64_t, Entrance> entrances_;
    std::unordered_map<std::uint64_t, std::unique_ptr<Connection>> connections_;
    std::deque<std::uint64_t> unfinished_;      // have more to do, though no event will tell
    std::unordered_set<std::uint64_t> listed_;  // the same
    std::size_t most_connections_ = 1, most_entrances_ = 0;
    std::uint64_t next_ = 1;  // smaller numbers are the clock's and our own
    bool full_ = false, no_room_ = false;
    ConnectionLog log_;  // of those that ended
};

}  // namespace postern::network
