// Where postern-init is. Never taken from the environment.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "host/trusted_program.h"

#include <vector>

namespace postern::host {

// Everywhere that it may be taken from, there or not, for a program installed or built at `executable`.
[[nodiscard]] std::vector<AbsPath> init_places(const AbsPath& executable);

// The first of them that is there, or an objection and its remedy. One that is unfit is not passed over for another:
// somebody has been at it.
[[nodiscard]] Inspected inspect_init(const AbsPath& executable);

// The same as a path, or an error that names the remedy.
[[nodiscard]] Result<AbsPath> find_init(const AbsPath& executable);

}  // namespace postern::host
