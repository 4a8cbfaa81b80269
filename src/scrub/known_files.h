// Looks at the files that the indexes know, and at nothing else. The cost does not grow with the number of directories.
#pragma once

#include "base/abs_path.h"
#include "scrub/scrub.h"

#include <cstdint>
#include <vector>

namespace postern::scrub {

// Returns the known files that are gone.
[[nodiscard]] std::vector<AbsPath> removed_files(const AbsPath& state_home, const std::vector<AbsPath>& roots);

// Returns whether the run left everything as it was: it made no name, no other run overlapped, which could have made one
// for it, and no known file differs. `versions` are those of the indexes now.
[[nodiscard]] bool is_as_it_was(const AbsPath& state_home, const Journal& journal,
                                const std::vector<std::uint64_t>& versions);

}  // namespace postern::scrub
