// Gives every looked-up name a loopback address of its own, so that the address a client connects to tells which name
// it means.
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
    // A name costs a few descriptors, hence the limit.
    static constexpr std::size_t kMost = 128;
    static constexpr std::uint32_t kFirst = 0x7f500001;  // 127.80.0.1

    [[nodiscard]] std::optional<policy::Address> address_of(const std::string& name) const;
    [[nodiscard]] std::optional<std::string> name_at(const policy::Address& address) const;

    // Returns the address for the next new name, or nullopt if there are kMost names.
    [[nodiscard]] std::optional<policy::Address> next() const;
    void enter(const std::string& name);  // assigns the next address to `name`

private:
    std::vector<std::string> names_{};  // in the order of their addresses
    std::unordered_map<std::string, std::size_t> places_{};
};

}  // namespace postern::network
