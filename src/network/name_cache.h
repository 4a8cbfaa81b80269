// Remembers addresses for a minute, so that many requests to one host need one look-up. Failed look-ups are not
// remembered. Whether an address may be dialled is checked again for each connection.
#pragma once

#include "policy/address.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace postern::network {

class NameCache {
public:
    using Time = std::chrono::steady_clock::time_point;
    static constexpr std::chrono::seconds kGoodFor{60};
    static constexpr std::size_t kMost = 256;

    // Returns the addresses, or nullopt if the name must be looked up.
    [[nodiscard]] std::optional<std::vector<policy::Address>> find(const std::string& name, Time now) const;
    void remember(const std::string& name, std::vector<policy::Address> addresses, Time now);
    void forget(const std::string& name) { known_.erase(name); }  // after none answered: the host may have moved

private:
    struct Known {
        std::vector<policy::Address> addresses;
        Time until;
    };
    std::unordered_map<std::string, Known> known_{};
};

}  // namespace postern::network
