// Controls connections to Unix sockets by path. The command may create sockets, but every connect is handed over to
// this process. The address is copied from the caller, judged, and connected here on the caller's own socket, so the
// judged address is the connected one.
#pragma once

#include "base/abs_path.h"
#include "guard/exec_guard.h"
#include "guard/inside_sockets.h"
#include "guard/listener.h"
#include "guard/process.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace postern::guard {

// Connects on behalf of the command: to sockets of the command's own processes, and to those that settings name.
class UnixSocketGate {
public:
    // `allowed` are host paths without symbolic links.
    UnixSocketGate(std::vector<AbsPath> allowed, SharedDirectories& shared, std::function<void(const Denied&)> tell)
        : allowed_(std::move(allowed)), shared_(shared), tell_(std::move(tell)) {}

    void serve(Listener& listener);

private:
    [[nodiscard]] int connect_for(const Listener& listener, const Call& call);
    [[nodiscard]] int connect_to_file(int socket, std::uint32_t pid, const std::string& name);
    [[nodiscard]] int refuse(const std::string& which) const;

    std::vector<AbsPath> allowed_;
    SharedDirectories& shared_;
    std::function<void(const Denied&)> tell_;
    InsideSockets inside_{};
};

}  // namespace postern::guard
