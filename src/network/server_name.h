// Is the TLS server that a client wants the host it was let through to? Otherwise an allowed name could be a cover for
// another one that shares its address.
#pragma once

#include "policy/host_name.h"
#include "wire/client_hello.h"

#include <optional>
#include <string>

namespace postern::network {

using HelloAnswer = std::variant<wire::Incomplete, wire::NotTls, wire::BadHello, wire::ClientHello>;

// In what ways a name may be hidden.
struct MayBe {
    bool missing = false, encrypted = false;
};

// Why not; nothing: it is, or it is hidden and that is allowed. Not to be asked about one that is incomplete.
[[nodiscard]] std::optional<std::string> server_name_objection(const HelloAnswer& hello, const policy::HostName& host,
                                                               const MayBe& may_be);

}  // namespace postern::network
