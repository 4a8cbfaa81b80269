// Our end of the conversation with postern-init: packets in, orders out. Never waits.
#pragma once

#include "backend/init_protocol.h"
#include "base/unique_fd.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace postern::run {

struct Packet {
    backend::init::Report report{};
    std::vector<UniqueFd> descriptors{};  // with ReportKind::descriptors only
};

enum class Reception : std::uint8_t { packet, nothing, closed, garbage };

class InitSocket {
public:
    explicit InitSocket(UniqueFd fd) : fd_(std::move(fd)) {}

    [[nodiscard]] int fd() const noexcept { return fd_.get(); }  // -1 once closed
    // Fills `packet` if it says so. A packet of the wrong size or kind, or with descriptors it should not have, is
    // garbage; descriptors in it are closed.
    [[nodiscard]] Reception receive(Packet& packet);
    // False: it could not be said, because nobody listens or a great many orders wait unread.
    bool send(backend::init::OrderKind kind, std::uint32_t value = 0);
    void close() noexcept { fd_.reset(); }

private:
    UniqueFd fd_;
};

}  // namespace postern::run
