// Second half of a decision about a host: the name was allowed and has been resolved to an address.
#pragma once

#include "policy/address.h"
#include "policy/host_name.h"
#include "policy/policy.h"

#include <cstdint>
#include <optional>
#include <string>

namespace postern::policy {

// Returns why this address may not be dialled, or nullopt if it may.
//
// An address that is denied stays denied under every name. A name may not lead to this machine, its neighbours or a
// cloud's metadata unless the address itself, or a range that contains it, is allowed for this port. `localhost` is the
// only name that may lead to the loopback if just the name is allowed; `*` allows no such address. `own` lists the
// addresses of this machine, which are treated like the loopback even if they are public.
[[nodiscard]] std::optional<std::string> dial_objection(const Policy& policy, const HostName& host,
                                                        const Address& address, std::uint16_t port,
                                                        const std::vector<Address>& own = {});

}  // namespace postern::policy
