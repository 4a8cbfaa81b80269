// Takes read-only mounts away while the command runs.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"

#include <cstdint>
#include <vector>

namespace postern::guard {

// Unmounts these paths in the mount namespace of a process inside, deepest first. Nothing changes on the host. Fails as
// a whole if the namespace cannot be entered; a path that is no mount there is no error.
[[nodiscard]] Status lift_mounts(std::uint32_t pid, std::vector<AbsPath> paths);

}  // namespace postern::guard
