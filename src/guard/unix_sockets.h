// Unix sockets by path: the command may make sockets, but every connect comes here. The address is copied out of the
// caller, judged, and connected from here on the caller's own socket, so what was judged is what is connected.
#pragma once

#include "base/abs_path.h"
#include "base/unique_fd.h"

#include <cstdint>
#include <vector>

namespace postern::guard {

class UnixSocketGate {
public:
    // `listener`: the seccomp listener that postern-init handed out. `allowed`: host paths without links in them.
    UnixSocketGate(UniqueFd listener, std::vector<AbsPath> allowed)
        : listener_(std::move(listener)), allowed_(std::move(allowed)) {}

    [[nodiscard]] int fd() const noexcept { return listener_.get(); }
    // Answers one connect. False: nobody is left who could ask.
    [[nodiscard]] bool serve();

private:
    [[nodiscard]] int connect_for(std::uint32_t pid, const std::uint64_t* arguments, std::uint64_t id) const;
    [[nodiscard]] int connect_unix(int socket, std::uint32_t pid, std::string_view name) const;

    UniqueFd listener_;
    std::vector<AbsPath> allowed_;
};

}  // namespace postern::guard
