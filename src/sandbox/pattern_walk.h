// Finds the files that a pattern of a deny list matches on this host. Exceeding a limit is an error, because an
// incomplete list would leave files unprotected.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "policy/path_pattern.h"
#include "sandbox/host_view.h"

#include <cstddef>
#include <vector>

namespace postern::sandbox {

struct WalkLimits {
    std::size_t entries = 1'000'000;  // entries of directories to look at
    std::size_t matches = 1'000;      // each becomes a mount
};

// Returns the matches at or below `start`, without those that lie below another match. Links are returned, not
// followed. Directories that cannot be listed are returned as matches, because they may contain some.
[[nodiscard]] Result<std::vector<AbsPath>> find_matches(const policy::PathPattern& pattern, const AbsPath& start,
                                                        const HostView& host, const WalkLimits& limits = {});

}  // namespace postern::sandbox
