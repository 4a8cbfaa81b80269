// The only name server there is inside the sandbox. It asks nobody: a name that the rules may let through gets an address
// of the loopback where the gate waits for it, every other does not exist.
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
    // The ports at which a name may be reached, perhaps after a question. None: `why` says why.
    struct Verdict {
        std::vector<std::uint16_t> ports{};
        HostVerdict why{};
    };
    std::function<Verdict(const policy::HostName& name)> decide;
    // Has the gate wait at this address. False: that cannot be done.
    std::function<bool(const policy::Address& address, const std::vector<std::uint16_t>& ports)> wait_at;
    std::function<void(ConnectionRecord passage)> refused;  // a name, for the first time
};

class NameServer {
public:
    // `socket`: for datagrams, bound. `book` is shared with whoever waits at the addresses.
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
    bool opened_ = false;  // tried to, in this round
};

}  // namespace postern::network
