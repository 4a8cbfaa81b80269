// Capabilities of this process and of files, read with libcap.
#pragma once

#include "base/result.h"

#include <optional>
#include <string>

namespace postern::host {

// Each set is "" if it is empty, "all" if it has every capability of this kernel, else whichever is shorter:
// "cap_chown,cap_kill" or "all but cap_sys_resource".
struct CapabilitySets {
    std::string permitted{}, effective{}, inheritable{}, ambient{}, bounding{};
    bool operator==(const CapabilitySets&) const = default;
};

// Returns the sets of this process, or nullopt if the kernel does not tell.
[[nodiscard]] std::optional<CapabilitySets> own_capabilities();

// Returns what the file gives to a process that executes it ("cap_net_raw=ep"), or "" if it has no such attribute.
[[nodiscard]] Result<std::string> file_capabilities(const std::string& path);

}  // namespace postern::host
