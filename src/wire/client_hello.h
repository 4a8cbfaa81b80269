// Reads the first message of a TLS client, which names the wanted server before encryption starts. The gate compares it
// with the allowed host. Nothing is changed or answered.
#pragma once

#include "wire/incomplete.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace postern::wire {

// Counts bytes on the wire, record headers included. A message that is incomplete at this size is refused.
inline constexpr std::size_t kClientHelloLimit = std::size_t{64} * 1024;

struct NotTls {
    bool operator==(const NotTls&) const = default;
};

struct BadHello {
    std::string reason;
    bool operator==(const BadHello&) const = default;
};

struct ClientHello {
    std::optional<std::string> server_name = std::nullopt;  // printable ASCII, 1 to 255 bytes, as written
    // True if `server_name` may not be the real one. Browsers send this extension with random content too.
    bool encrypted_client_hello = false;
    bool operator==(const ClientHello&) const = default;
};

// Refuses TLS that is not one well-formed ClientHello, because two servers might read it differently.
[[nodiscard]] std::variant<Incomplete, NotTls, BadHello, ClientHello> read_client_hello(std::string_view bytes);

}  // namespace postern::wire
