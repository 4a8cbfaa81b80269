// Unix sockets by path: the command may make sockets, but every connect comes here. The address is copied out of the
// caller, judged, and connected from here on the caller's own socket, so what was judged is what is connected.
#pragma once

#include "base/abs_path.h"
#include "guard/listener.h"

#include <cstdint>
#include <vector>

namespace postern::guard {

class UnixSocketGate {
public:
    // `allowed`: host paths without links in them.
    explicit UnixSocketGate(std::vector<AbsPath> allowed) : allowed_(std::move(allowed)) {}

    void serve(Listener& listener);

private:
    [[nodiscard]] int connect_for(const Listener& listener, const Call& call) const;
    [[nodiscard]] int connect_unix(int socket, std::uint32_t pid, std::string_view name) const;

    std::vector<AbsPath> allowed_;
};

}  // namespace postern::guard
