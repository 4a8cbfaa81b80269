// Finds out who is at the other end of a socket.
#pragma once

#include "base/result.h"
#include "service/desk.h"

namespace postern::service {

// Fails for another user, and if the process cannot be looked at: then nobody knows who it is.
[[nodiscard]] Result<Peer> peer_of(int socket);

}  // namespace postern::service
