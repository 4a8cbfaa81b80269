// Values that go in and out of the gate: the target of a client, the verdict of the rules, the record of a connection.
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

// Outcome of one attempt to connect.
struct ConnectionRecord {
    std::string host{};  // as the client named it, in canonical spelling; empty if it named none
    std::uint16_t port = 0;
    std::string address{};  // dialled address; empty if nothing was dialled, or a proxy dialled
    std::string via{};      // the proxy that was used: "proxy.corp:3128"
    policy::Verdict verdict = policy::Verdict::deny;
    std::string reason{};            // one sentence
    std::string rule{};              // the rule or list that decided, if one did
    bool allowed_if_listed = false;  // the only objection is that the host is on no list
    std::uint64_t bytes_up = 0, bytes_down = 0;
    std::uint64_t times = 1;  // number of equal refusals
    std::chrono::milliseconds duration{};
};

// Destination of a client that does not name one, because it connected to an address that stands for exactly one host.
struct Target {
    std::string host{};  // as in ConnectionRecord
    std::uint16_t port = 0;
    // Setting that opens this port, so that the rules are not asked. Empty if the rules decide.
    std::string opened_by{};
    bool in_sandbox = false;  // dial in the sandbox's own network
};

struct HostVerdict {
    policy::Verdict verdict = policy::Verdict::deny;
    std::string reason{}, rule{};
    bool allowed_if_listed = false;
};
using Decided = std::function<void(HostVerdict)>;
using Withdraw = std::function<void()>;

class SocketSource;

struct GateRules {
    // Calls `decided` once: either before it returns, or when a person has answered. The returned function withdraws
    // the question.
    std::function<Withdraw(const std::string& host, std::uint16_t port, Decided decided)> decide;
    // Returns why this address may not be dialled although its name was allowed, or nullopt if it may.
    std::function<std::optional<std::string>(const policy::HostName& host, const policy::Address& address,
                                             std::uint16_t port)>
        objection;
    bool hidden_server_names = false;  // a TLS client may hide the name of its server
    Budget budget{};
    SocketSource* sandbox_sockets = nullptr;  // null if nothing in the sandbox's own network may be dialled
    Upstreams upstreams{};                    // proxies between the gate and the hosts
};

}  // namespace postern::network
