// What a TLS client tells in the open before anything is encrypted: which server it wants. Read out of a tunnel's first
// bytes, to see whether it is the one that was allowed. Nothing is changed, nothing is answered.
#pragma once

#include "wire/incomplete.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace postern::wire {

// Of the wire, record headers included: whoever keeps this many bytes and still hears Incomplete would never hear more.
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
    // The name above is then perhaps not the one meant. Browsers send this extension with random content too.
    bool encrypted_client_hello = false;
    bool operator==(const ClientHello&) const = default;
};

// Refuses everything that is TLS and not one well-formed ClientHello: two servers might read it differently.
[[nodiscard]] std::variant<Incomplete, NotTls, BadHello, ClientHello> read_client_hello(std::string_view bytes);

}  // namespace postern::wire
