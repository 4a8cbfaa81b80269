// Where this program is, and the directory that commands get as $TMPDIR.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"

namespace postern::app {

// This program. An error if the kernel does not say.
[[nodiscard]] Result<AbsPath> own_program();

// A directory of this user's with mode 0700 that exists now: /tmp/postern-UID, or one in `state_home` if somebody else
// holds that name.
[[nodiscard]] Result<AbsPath> temporary_directory(const AbsPath& state_home);

}  // namespace postern::app
