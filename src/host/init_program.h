// Finds postern-init. Never uses the environment.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"

#include <vector>

namespace postern::host {

// Returns all paths at which postern-init may lie, existing or not, for a program installed or built at `executable`.
[[nodiscard]] std::vector<AbsPath> init_places(const AbsPath& executable);

// Returns the first of these files that exists, or an error if it is not trusted (see inspect_program). Does not go on
// to the next one then, because the file may have been tampered with.
[[nodiscard]] Result<AbsPath> find_init(const AbsPath& executable);

}  // namespace postern::host
