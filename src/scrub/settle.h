// Dangerous paths that could not be disarmed, from one run to the next.
#pragma once

#include "base/result.h"
#include "scrub/armed.h"
#include "scrub/scrub.h"
#include "scrub/tree_index.h"

#include <vector>

namespace postern::scrub {

// Records which paths of the root are dangerous still. Returns false if that is not possible.
[[nodiscard]] bool record_armed(const AbsPath& state_home, const AbsPath& root, std::vector<ArmedPath> armed,
                                Tree& tree);

// Tries again to disarm what earlier runs left dangerous in the root, and fails if something still is.
[[nodiscard]] Status settle_root(const AbsPath& state_home, const AbsPath& root, const Watch& watch,
                                 std::vector<Finding>& findings);

}  // namespace postern::scrub
