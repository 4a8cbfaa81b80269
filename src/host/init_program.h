// Finds postern-init. Never uses the environment.
#pragma once

#include "base/abs_path.h"
#include "host/trusted_program.h"

#include <vector>

namespace postern::host {

// Returns all paths at which postern-init may lie, existing or not, for a program installed or built at `executable`.
[[nodiscard]] std::vector<AbsPath> init_places(const AbsPath& executable);

// Returns the first of these files that exists, or the objection to it and the remedy (see inspect_program). Does not
// go on to the next one then, because the file may have been tampered with.
[[nodiscard]] Inspected inspect_init(const AbsPath& executable);

}  // namespace postern::host
