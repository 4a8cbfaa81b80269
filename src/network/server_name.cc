#include "network/server_name.h"

namespace postern::network {

std::optional<std::string> server_name_objection(const HelloAnswer& answer, const policy::HostName& host,
                                                 const HidingAllowed& allowed) {
    if (const auto* bad = std::get_if<wire::BadHello>(&answer)) return "the TLS client makes no sense: " + bad->reason;
    const auto* hello = std::get_if<wire::ClientHello>(&answer);
    if (hello == nullptr) return "what came for port 443 is no TLS";
    if (hello->encrypted_client_hello) {
        // The readable name is then that of the decrypting server, not the one that the client wants.
        if (allowed.encrypted) return std::nullopt;
        return "the TLS server name is encrypted, so it cannot be compared (postern.network.hiddenServerName)";
    }
    if (!hello->server_name) {
        // TLS server names cannot be addresses, so a client of an address sends none.
        if (allowed.missing || host.kind != policy::HostKind::name) return std::nullopt;
        return "the TLS client names no server (postern.network.hiddenServerName)";
    }
    const auto named = policy::canonical_host(*hello->server_name);
    if (named && *named == host) return std::nullopt;
    return "the TLS client names another server: " + *hello->server_name;
}

}  // namespace postern::network
