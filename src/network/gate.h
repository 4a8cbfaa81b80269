// The way out of a sandbox that has no network: one socket inside, served from outside. Clients name a host, by HTTP
// CONNECT, an HTTP request for a proxy, or SOCKS5; the rules decide, the name is resolved once, and what was checked is what
// is dialled. Only this sandbox can reach the socket, so nobody has to show who he is.
#pragma once

#include "base/unique_fd.h"
#include "network/connection.h"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace postern::network {

class Gate {
public:
    // `listener`: bound and listening.
    Gate(UniqueFd listener, GateRules rules);
    ~Gate();
    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;

    [[nodiscard]] int fd() const noexcept { return events_.get(); }  // readable: call `serve`
    void serve();
    // Those that ended, and then those that have not.
    [[nodiscard]] std::vector<Passage> passages() const;

private:
    void accept_all();
    void step(std::uint64_t id);
    void end_late_ones();
    void ask_for_more();
    void watch_listener();

    UniqueFd listener_, events_, clock_, more_;
    Common common_;  // outlives the connections
    std::unordered_map<std::uint64_t, std::unique_ptr<Connection>> connections_;
    std::vector<std::uint64_t> unfinished_;  // have more to do, though no event will tell
    std::uint64_t next_ = 2;                 // smaller numbers are the listener's, the clock's and our own
    bool full_ = false, no_room_ = false;
    std::vector<Passage> ended_;
};

}  // namespace postern::network
