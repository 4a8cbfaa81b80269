// Controls connections to Unix sockets by path. The command may create sockets, but every connect is handed over to
// this process. The address is copied from the caller, judged, and connected here on the caller's own socket, so the
// judged address is the connected one.
#pragma once

#include "base/abs_path.h"
#include "guard/exec_guard.h"
#include "guard/inside_sockets.h"
#include "guard/listener.h"
#include "guard/process.h"
#include "policy/address.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <sys/socket.h>

namespace postern::guard {

// Connects on behalf of the command: to sockets of the command's own processes, and to those that settings name.
class UnixSocketGate {
public:
    using Unreached = std::function<void(const policy::Address& address, std::uint16_t port)>;
    // `allowed` are host paths without symbolic links. `unreached` is called for a stream that no network leads to.
    UnixSocketGate(std::vector<AbsPath> allowed, SharedDirectories& shared, std::function<void(const Denied&)> tell,
                   Unreached unreached)
        : allowed_(std::move(allowed)), shared_(shared), tell_(std::move(tell)), unreached_(std::move(unreached)) {}

    void serve(Listener& listener);

private:
    [[nodiscard]] int connect_for(const Listener& listener, const Call& call);
    [[nodiscard]] int connect_to_file(int socket, std::uint32_t pid, const std::string& name);
    [[nodiscard]] int connect_to_network(int socket, const sockaddr_storage& address, socklen_t length) const;
    [[nodiscard]] int refuse(const std::string& which) const;

    std::vector<AbsPath> allowed_;
    SharedDirectories& shared_;
    std::function<void(const Denied&)> tell_;
    Unreached unreached_;
    InsideSockets inside_{};
};

}  // namespace postern::guard
