// Finds the files that the patterns of a deny list match on this host. Exceeding a limit is an error, because an
// incomplete list would leave files unprotected.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "policy/path_pattern.h"
#include "sandbox/host_view.h"

#include <cstddef>
#include <string>
#include <vector>

namespace postern::sandbox {

struct WalkLimits {
    std::size_t entries = 1'000'000;  // entries of directories to look at
    std::size_t matches = 1'000;      // each becomes a mount
};

// One pattern, and what it matches at or below the start of a walk.
struct PatternSearch {
    const policy::PathPattern* pattern;
    std::string why{};               // becomes the place of an error
    std::vector<AbsPath> matches{};  // sorted, without those that lie below another match
};

// Walks the tree once for all patterns. Links are matches themselves, and are not followed. Directories that cannot be
// listed are matches, because they may contain some.
[[nodiscard]] Status find_matches(std::vector<PatternSearch>& searches, const AbsPath& start, const HostView& host,
                                  const WalkLimits& limits = {});

}  // namespace postern::sandbox
