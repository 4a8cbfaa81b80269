// A client of the broker that waits: for the commands that a person types.
#pragma once

#include "approval/broker_access.h"
#include "approval/broker_protocol.h"
#include "base/result.h"

#include <chrono>
#include <optional>
#include <string>

namespace postern::service {

class Client {
public:
    // Connects and sends one request. Fails if there is no broker.
    [[nodiscard]] static Result<Client> send(const AbsPath& state_home, approval::BrokerRequest request);

    // Waits for the next reply. Fails at the end of the connection, and for one that is not the broker's.
    [[nodiscard]] Result<approval::BrokerReply> next(std::optional<std::chrono::milliseconds> patience);
    // Returns whether a reply has come already, which no poll will tell.
    [[nodiscard]] bool has_reply() const noexcept { return received_.find('\n') != std::string::npos; }
    [[nodiscard]] int fd() const noexcept { return socket_.get(); }

private:
    explicit Client(UniqueFd socket) : socket_(std::move(socket)) {}
    [[nodiscard]] Result<std::string> read_line(std::optional<std::chrono::milliseconds> patience);

    UniqueFd socket_;
    std::string token_{}, received_{};
    approval::Challenge challenge_{};
};

}  // namespace postern::service
