// Notices that something was mounted or unmounted on this machine.
#pragma once

#include "base/unique_fd.h"

namespace postern::host {

class MountWatch {
public:
    // Watches from now on.
    MountWatch();
    // Tells whether a mount of our namespace came, went or changed since the last time this was asked.
    [[nodiscard]] bool changed() const noexcept;

private:
    UniqueFd mounts_;
};

}  // namespace postern::host
