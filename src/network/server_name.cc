#include "network/server_name.h"

namespace postern::network {

std::optional<std::string> server_name_objection(const HelloAnswer& answer, const policy::HostName& host,
                                                 const MayBe& may_be) {
    if (const auto* bad = std::get_if<wire::BadHello>(&answer)) return "the TLS client makes no sense: " + bad->reason;
    const auto* hello = std::get_if<wire::ClientHello>(&answer);
    if (hello == nullptr) return "what came for port 443 is no TLS";
    if (hello->encrypted_client_hello) {
        // The name outside is another then: that of whoever decrypts it.
        if (may_be.encrypted) return std::nullopt;
        return "the TLS server name is encrypted, so it cannot be compared (postern.network.hiddenServerName)";
    }
    if (!hello->server_name) {
        // An address is no server name: none can be given.
        if (may_be.missing || host.kind != policy::HostKind::name) return std::nullopt;
        return "the TLS client names no server (postern.network.hiddenServerName)";
    }
    const auto named = policy::canonical_host(*hello->server_name);
    if (named && *named == host) return std::nullopt;
    return "the TLS client names another server: " + *hello->server_name;
}

}  // namespace postern::network
