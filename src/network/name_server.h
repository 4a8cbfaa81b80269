// The only name server inside the sandbox. It asks no other server: a name that the rules may let through gets a
// loopback address at which the gate listens, and every other name does not exist.
#pragma once

#include "base/unique_fd.h"
#include "network/connection_record.h"
#include "network/name_book.h"
#include "policy/host_name.h"
#include "wire/dns_message.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace postern::network {

struct NameRules {
    // Ports at which the name may be reached, perhaps after a question to a person. If there are none, `why` has the
    // reason.
    struct Verdict {
        std::vector<std::uint16_t> ports{};
        HostVerdict why{};
    };
    std::function<Verdict(const policy::HostName& name)> decide;
    // Makes the gate listen at this address. Returns false if that fails.
    std::function<bool(const policy::Address& address, const std::vector<std::uint16_t>& ports)> wait_at;
    std::function<void(ConnectionRecord record)> refused;  // called at the first refusal of a name
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
    bool opened_ = false;  // a new address was requested in this round
};

}  // namespace postern::network
