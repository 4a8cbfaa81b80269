// Looks at the directories that Postern keeps things in, without making or changing them.
#pragma once

#include "base/abs_path.h"
#include "host/host_checks.h"

namespace postern::host {

// A directory that does not exist yet is judged by whether it can be made.
[[nodiscard]] DirectoryFacts see_directory(const AbsPath& path, const AbsPath& project);

// Looks at the directory for temporary files, or at the one around it if it will be made by the first run.
[[nodiscard]] DirectoryFacts see_temporary(const AbsPath& temporary, const AbsPath& project);

}  // namespace postern::host
