// Words a refusal in the protocol of the client.
#pragma once

#include "network/connection_record.h"

#include <string>

namespace postern::network {

// Returns a whole response for people and programs: what was refused, why, and the setting that would allow it.
[[nodiscard]] std::string http_refusal(int status, const ConnectionRecord& record);

// Answers a client that believes it is talking to the server itself, as a server of that port would. Returns an empty
// string if such a client would show nothing to its user.
[[nodiscard]] std::string refusal_for_port(int status, const ConnectionRecord& record);

// Returns the SOCKS5 reply that corresponds to this HTTP status.
[[nodiscard]] std::string socks_refusal(int status);

}  // namespace postern::network
