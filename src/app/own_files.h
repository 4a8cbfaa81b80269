// Finds this program's own file, and makes the directory that commands get as $TMPDIR.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"

namespace postern::app {

// Returns the path of this program.
[[nodiscard]] Result<AbsPath> own_program();

// Returns an existing directory of this user with mode 0700: /tmp/postern-UID, or one in `state_home` if another user
// has taken that name.
[[nodiscard]] Result<AbsPath> temporary_directory(const AbsPath& state_home);

}  // namespace postern::app
