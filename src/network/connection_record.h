// What goes in and out of the gate as values: a client's wish to connect, what the rules say, what became of it.
#pragma once

#include "network/budget.h"
#include "network/upstream.h"
#include "policy/address.h"
#include "policy/decision.h"
#include "policy/host_name.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace postern::network {

// What became of one wish to connect.
struct ConnectionRecord {
    std::string host{};  // as the client named it, in its one spelling; empty: it named none
    std::uint16_t port = 0;
    std::string address{};  // dialled; empty: nothing was, or a proxy did it
    std::string via{};      // the proxy that was gone through: "proxy.corp:3128"
    policy::Verdict verdict = policy::Verdict::deny;
    std::string reason{};        // one sentence
    std::string rule{};          // what decided, if a rule or a list did
    bool listing_helps = false;  // nothing speaks against it but that it is on no list
    std::uint64_t bytes_up = 0, bytes_down = 0;
    std::uint64_t times = 1;  // that the same was refused
    std::chrono::milliseconds duration{};
};

// What a client wants that has come to where only one thing can be wanted.
struct Target {
    std::string host{};  // as in ConnectionRecord
    std::uint16_t port = 0;
    // Why it need not be decided about: the setting that opens this way. Empty: the rules decide.
    std::string opened_by{};
    bool inside = false;  // it is to be dialled in the sandbox's own network
};

struct HostVerdict {
    policy::Verdict verdict = policy::Verdict::deny;
    std::string reason{}, rule{};
    bool listing_helps = false;
};
using Decided = std::function<void(HostVerdict)>;
using Withdraw = std::function<void()>;

class SocketSource;

struct GateRules {
    // `decided` is called once: at once, or when a person has answered. What is given back is for whoever does not want to
    // wait for that any more.
    std::function<Withdraw(const std::string& host, std::uint16_t port, Decided decided)> decide;
    // May this be dialled, though the name that led to it was allowed? Nothing: it may. Otherwise why not.
    std::function<std::optional<std::string>(const policy::HostName& host, const policy::Address& address,
                                             std::uint16_t port)>
        objection;
    bool hidden_server_names = false;  // a TLS client need not say whom it wants
    Budget budget{};
    SocketSource* inside = nullptr;  // the sandbox's own network, if something in it may be dialled
    Upstreams upstreams{};           // the proxies to go through
};

}  // namespace postern::network
