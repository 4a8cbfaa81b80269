// Counts the bytes and connections that passed the gate in one run, and compares them with the limits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace postern::network {

class Budget {
public:
    Budget() = default;
    Budget(std::optional<std::uint64_t> bytes, std::optional<std::uint64_t> connections)
        : max_bytes_(bytes), max_connections_(connections) {}

    // Counts one more connection. Returns why it is refused, or nullopt if it may pass.
    [[nodiscard]] std::optional<std::string> admit() {
        if (auto why = exhausted()) return why;
        if (max_connections_ && admitted_ >= *max_connections_)
            return "there have been enough connections (postern.network.maxConnections)";
        ++admitted_;
        return std::nullopt;
    }
    void spend(std::uint64_t bytes) noexcept { spent_ += bytes; }
    // Returns why open connections must end, or nullopt if bytes are left.
    [[nodiscard]] std::optional<std::string> exhausted() const {
        if (!max_bytes_ || spent_ <= *max_bytes_) return std::nullopt;
        return "enough has been sent and received (postern.network.maxBytes)";
    }

private:
    std::optional<std::uint64_t> max_bytes_{}, max_connections_{};
    std::uint64_t spent_ = 0, admitted_ = 0;
};

}  // namespace postern::network
