// Controls connections to Unix sockets by path. The command may create sockets, but every connect is handed over to
// this process. The address is copied from the caller, judged, and connected here on the caller's own socket, so the
// judged address is the connected one.
#pragma once

#include "base/abs_path.h"
#include "guard/listener.h"

#include <cstdint>
#include <vector>

namespace postern::guard {

class UnixSocketGate {
public:
    // `allowed` are host paths without symbolic links.
    explicit UnixSocketGate(std::vector<AbsPath> allowed) : allowed_(std::move(allowed)) {}

    void serve(Listener& listener);

private:
    [[nodiscard]] int connect_for(const Listener& listener, const Call& call) const;
    [[nodiscard]] int connect_unix(int socket, std::uint32_t pid, std::string_view name) const;

    std::vector<AbsPath> allowed_;
};

}  // namespace postern::guard
