// The second half of a decision about a host: the name was allowed, and has led to an address.
#pragma once

#include "policy/address.h"
#include "policy/host_name.h"
#include "policy/policy.h"

#include <cstdint>
#include <optional>
#include <string>

namespace postern::policy {

// Why this address may not be dialled after all; nothing: it may.
//
// What is denied by its address stays denied under every name. And names have no business to lead to this machine, to its
// neighbours or to a cloud's metadata: for that the address itself, or a range it is in, must be allowed, for this port.
// `localhost` is the one name that may lead to the loopback, if it is allowed itself; `*` allows no such address.
// `own`: the addresses of this machine, which are as near as the loopback, however public they are.
[[nodiscard]] std::optional<std::string> dial_objection(const Policy& policy, const HostName& host,
                                                        const Address& address, std::uint16_t port,
                                                        const std::vector<Address>& own = {});

}  // namespace postern::policy
