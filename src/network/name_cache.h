// Names that were looked up a moment ago, so that a program with many requests to one host does not have it looked up for
// each. Only for what was found; whether an address may be dialled is asked anew every time.
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

    // Nothing: it has to be looked up.
    [[nodiscard]] std::optional<std::vector<policy::Address>> find(const std::string& name, Time now) const;
    void remember(const std::string& name, std::vector<policy::Address> addresses, Time now);
    void forget(const std::string& name) { known_.erase(name); }  // nobody answered there: it may have moved

private:
    struct Known {
        std::vector<policy::Address> addresses;
        Time until;
    };
    std::unordered_map<std::string, Known> known_{};
};

}  // namespace postern::network
