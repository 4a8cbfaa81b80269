// How a client is told no, in the words of its protocol.
#pragma once

#include "network/connection_record.h"

#include <string>

namespace postern::network {

// A whole response, for people and programs: what was refused, why, and the setting that would allow it.
[[nodiscard]] std::string http_refusal(int status, const ConnectionRecord& passage);

// To a client that thinks it speaks with the server itself: what a server of that port would say. Empty if there is nothing
// that such a client would show to anyone.
[[nodiscard]] std::string refusal_for_port(int status, const ConnectionRecord& passage);

// The SOCKS5 reply that says what this HTTP status says.
[[nodiscard]] std::string socks_refusal(int status);

}  // namespace postern::network
