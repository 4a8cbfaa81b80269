// The only name server inside the sandbox. It asks no other server: a name that the rules may let through gets a
// loopback address at which the gate listens, and every other name does not exist.
#pragma once

#include "base/unique_fd.h"
#include "network/connection_record.h"
#include "policy/address.h"
#include "policy/host_name.h"
#include "wire/dns_message.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace postern::network {

// Gives every looked-up name a loopback address of its own, so that the address a client connects to tells which name
// it means.
class NameBook {
public:
    // A name costs a few descriptors, hence the limit.
    static constexpr std::size_t kMost = 128;
    static constexpr std::uint32_t kFirst = 0x7f500001;  // 127.80.0.1

    [[nodiscard]] std::optional<policy::Address> address_of(const std::string& name) const;
    [[nodiscard]] std::optional<std::string> name_at(const policy::Address& address) const;

    // Returns the address for the next new name, or nullopt if there are kMost names.
    [[nodiscard]] std::optional<policy::Address> next() const;
    void assign_next(const std::string& name);  // assigns the next address to `name`

private:
    std::vector<std::string> names_{};  // in the order of their addresses
    std::unordered_map<std::string, std::size_t> indexes_{};
};

struct NameRules {
    // Ports at which the name may be reached, perhaps after a question to a person. If there are none, `why` has the
    // reason.
    struct Verdict {
        std::vector<std::uint16_t> ports{};
        HostVerdict why{};
    };
    std::function<Verdict(const policy::HostName& name)> decide;
    // Makes the gate listen at this address. Returns false if that fails.
    std::function<bool(const policy::Address& address, const std::vector<std::uint16_t>& ports)> listen_at;
    std::function<void(ConnectionRecord record)> refused;  // called at the first refusal of a name
    std::string own_name{};                                // leads to the loopback, as `localhost` does
};

class NameServer {
public:
    // `socket` is a bound datagram socket. `book` is shared with the code that listens at the addresses.
    NameServer(UniqueFd socket, NameBook& book, NameRules rules);

    [[nodiscard]] int fd() const noexcept { return socket_.get(); }
    void serve();
    [[nodiscard]] wire::DnsAnswer answer(const wire::DnsQuery& query);

private:
    [[nodiscard]] wire::DnsAnswer address_of(const std::string& name, wire::DnsType type);

    UniqueFd socket_;
    NameBook& book_;
    NameRules rules_;
    std::set<std::string> refused_{};
    bool opened_this_round_ = false;  // a new address was requested in this round
};

}  // namespace postern::network
