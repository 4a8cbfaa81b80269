#include "approval/broker_access.h"

#include "base/file.h"
#include "state/document.h"

#include <cerrno>
#include <cstring>

#include <sys/socket.h>
#include <sys/un.h>

namespace postern::approval {
namespace {

using nlohmann::json;

constexpr state::DocumentKind kKind{.name = "approvals file", .remedy = "`postern serve` writes a new one"};

json encode(const BrokerAccess& access) {
    return {{"socket", {{"path", access.socket}, {"token", access.token}}}};
}

Result<BrokerAccess> decode(const json& from, int) {
    const json socket = from.value("socket", json());
    const auto text = [&](const char* name) {
        const json value = socket.is_object() ? socket.value(name, json()) : json();
        return value.is_string() ? value.get<std::string>() : std::string();
    };
    BrokerAccess out{.socket = text("path"), .token = text("token")};
    if (out.socket.empty()) return state::refuse(kKind, "/socket/path");
    if (out.token.empty()) return state::refuse(kKind, "/socket/token");
    return out;
}

constexpr state::Format<BrokerAccess> kFormat{.kind = kKind, .encode = encode, .decode = decode};

state::Document<BrokerAccess> document_in(const AbsPath& state_home) {
    return {AbsPath::resolve(state_home, "approvals.json").value_or(state_home), kFormat};
}

}  // namespace

AbsPath broker_directory(const AbsPath& state_home) {
    return AbsPath::resolve(state_home, "broker").value_or(state_home);
}

Result<BrokerAccess> read_access(const AbsPath& state_home) {
    return document_in(state_home).read();
}

Status write_access(const AbsPath& state_home, const BrokerAccess& access) {
    return document_in(state_home).replace(access);
}

Result<UniqueFd> connect_to(const std::string& socket) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (socket.size() >= sizeof address.sun_path) return fail(Errc::invalid, "too long for a socket", socket);
    std::memcpy(address.sun_path, socket.data(), socket.size());
    UniqueFd out(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!out || ::connect(out.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        return fail(Errc::io, describe_errno("nobody listens there", errno), socket);
    return out;
}

}  // namespace postern::approval
