// Reads the administrator's settings: managed-settings.json and managed-settings.d/*.json in one directory.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"

#include <string>
#include <vector>

#include <sys/types.h>

namespace postern::settings {

struct ManagedFile {
    AbsPath path;
    std::string bytes;
};

// Returns the base file, then the drop-ins in the order of their names; dot-files and other suffixes are ignored. Every
// file and both directories must belong to `owner` and be writable by nobody else, because the administrator's settings
// must not be changed or removed by a user.
Result<std::vector<ManagedFile>> read_managed(const AbsPath& directory, uid_t owner);

}  // namespace postern::settings
