// Addresses for names that nobody else has: each name that is looked up gets one of the loopback's, and whoever connects
// to that address means that name.
#pragma once

#include "policy/address.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace postern::network {

class NameBook {
public:
    // Each name costs a few descriptors.
    static constexpr std::size_t kMost = 128;
    static constexpr std::uint32_t kFirst = 0x7f500001;  // 127.80.0.1

    [[nodiscard]] std::optional<policy::Address> address_of(const std::string& name) const;
    [[nodiscard]] std::optional<std::string> name_at(const policy::Address& address) const;

    // For a name that has none. Nothing: there are enough.
    [[nodiscard]] std::optional<policy::Address> next() const;
    void enter(const std::string& name);  // gives it the next address

private:
    std::vector<std::string> names_{};  // in the order of their addresses
    std::unordered_map<std::string, std::size_t> places_{};
};

}  // namespace postern::network
