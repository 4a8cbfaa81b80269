// Our end of the socket to postern-init: receives reports, sends orders. Never blocks.
#pragma once

#include "backend/init_protocol.h"
#include "base/unique_fd.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace postern::run {

struct Packet {
    backend::init::Report report{};
    std::vector<UniqueFd> descriptors{};  // only with ReportKind::descriptors
};

enum class Reception : std::uint8_t { packet, nothing, closed, garbage };

class InitSocket {
public:
    explicit InitSocket(UniqueFd fd) : fd_(std::move(fd)) {}

    [[nodiscard]] int fd() const noexcept { return fd_.get(); }  // -1 once closed
    // Fills `packet` if it returns Reception::packet. A packet of the wrong size or kind, or with unexpected
    // descriptors, is garbage; its descriptors are closed.
    [[nodiscard]] Reception receive(Packet& packet);
    // Returns false if the order cannot be told. One to a postern-init that has ended counts as told: its last packets
    // can still be read, and they or its exit status say how the run ended.
    bool send(backend::init::OrderKind kind, std::uint32_t value = 0);
    void close() noexcept { fd_.reset(); }

private:
    UniqueFd fd_;
};

}  // namespace postern::run
