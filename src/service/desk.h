// The questions that stand, and who asked them. No sockets here, so that the rules can be tested alone.
#pragma once

#include "approval/broker_protocol.h"

#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace postern::service {

// A process, so that another one that got its number later is not taken for it.
struct ProcessMark {
    pid_t pid = 0;
    std::uint64_t started = 0;
    bool operator==(const ProcessMark&) const = default;
};

// Who is at the other end of a connection.
struct Peer {
    uid_t uid = 0;
    ProcessMark process{};
    pid_t session = 0;
    std::vector<ProcessMark> ancestors{};  // the parent first
    std::vector<pid_t> ancestor_sessions{};
    bool confined = false;  // in a sandbox: in namespaces, or behind filters, that are not the broker's
};

// Returns whether an answer of `peer` is one of the agent itself: it comes from below the processes in whose session the
// question was asked.
[[nodiscard]] bool is_below_asker(const Peer& peer, const Peer& asker);

using ConnectionId = std::uint64_t;

class Desk {
public:
    static constexpr std::size_t kMostQuestions = 500;

    // Returns the id under which the question stands, or nullopt if there are too many.
    std::optional<std::string> add(approval::BrokerQuestion question, const Peer& asker, ConnectionId connection);
    // Takes away what this connection asked. Returns whether there was something.
    bool remove(ConnectionId connection);

    struct Answered {
        ConnectionId connection = 0;  // whom to tell
        std::string error{};          // why the answer does not count
    };
    // The question is answered and gone, unless there is an error.
    Answered answer(const std::string& id, const Peer& who);

    [[nodiscard]] std::vector<approval::BrokerQuestion> list() const;
    // Returns the questions that were asked before this time and not returned here before.
    [[nodiscard]] std::vector<approval::BrokerQuestion> unnoticed_since(std::int64_t asked_ms);
    [[nodiscard]] bool has_unnoticed() const;

private:
    struct Standing {
        approval::BrokerQuestion question;
        Peer asker;
        ConnectionId connection;
        bool noticed = false;
    };
    std::list<Standing> standing_{};
};

}  // namespace postern::service
