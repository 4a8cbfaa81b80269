// Finds what a pattern of a deny list means on this host now. Bounded: a list that would be cut short is an error.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "host/host_view.h"
#include "policy/path_pattern.h"

#include <cstddef>
#include <vector>

namespace postern::sandbox {

struct WalkLimits {
    std::size_t entries = 1'000'000;  // looked at
    std::size_t matches = 1'000;      // found; each becomes a mount
};

// Everything at or below `start` that the pattern covers, topmost only: what lies below a match is not listed. Links are
// reported, not followed. Directories that cannot be listed are reported as matches, for something in them may be one.
[[nodiscard]] Result<std::vector<AbsPath>> find_matches(const policy::PathPattern& pattern, const AbsPath& start,
                                                        const host::HostView& host, const WalkLimits& limits = {});

}  // namespace postern::sandbox
