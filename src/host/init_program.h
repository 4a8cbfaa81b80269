// Where postern-init is. Never taken from the environment.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"

#include <vector>

namespace postern::host {

// Everywhere that it may be taken from, there or not, for a program installed or built at `executable`.
[[nodiscard]] std::vector<AbsPath> init_places(const AbsPath& executable);

// The first of them, if nobody else can have changed it. One that is there but unfit is an error, not passed over for
// another: somebody has been at it.
[[nodiscard]] Result<AbsPath> find_init(const AbsPath& executable);

}  // namespace postern::host
