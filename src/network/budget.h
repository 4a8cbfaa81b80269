// How much may pass the gate in one run, and how much has.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace postern::network {

class Budget {
public:
    Budget() = default;
    Budget(std::optional<std::uint64_t> bytes, std::optional<std::uint64_t> connections)
        : bytes_(bytes), connections_(connections) {}

    // One more wants to pass. Nothing: it may. Otherwise why not.
    [[nodiscard]] std::optional<std::string> admit() {
        if (auto why = exhausted()) return why;
        if (connections_ && admitted_ >= *connections_)
            return "there have been enough connections (postern.network.maxConnections)";
        ++admitted_;
        return std::nullopt;
    }
    void spend(std::uint64_t bytes) noexcept { spent_ += bytes; }
    // Why those that have passed must end.
    [[nodiscard]] std::optional<std::string> exhausted() const {
        if (!bytes_ || spent_ <= *bytes_) return std::nullopt;
        return "enough has been sent and received (postern.network.maxBytes)";
    }

private:
    std::optional<std::uint64_t> bytes_{}, connections_{};
    std::uint64_t spent_ = 0, admitted_ = 0;
};

}  // namespace postern::network
