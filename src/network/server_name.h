// Compares the server that a TLS client names with the host it was allowed to reach. Otherwise an allowed name could be
// a cover for another server at the same address.
#pragma once

#include "policy/host_name.h"
#include "wire/client_hello.h"

#include <optional>
#include <string>

namespace postern::network {

using HelloAnswer = std::variant<wire::Incomplete, wire::NotTls, wire::BadHello, wire::ClientHello>;

// Ways in which a server name may be hidden.
struct HidingAllowed {
    bool missing = false, encrypted = false;
};

// Returns why the connection must be cut, or nullopt if the names agree or the name is hidden and may be. Must not be
// called with Incomplete.
[[nodiscard]] std::optional<std::string> server_name_objection(const HelloAnswer& hello, const policy::HostName& host,
                                                               const HidingAllowed& allowed);

}  // namespace postern::network
