// The administrator's settings: managed-settings.json and managed-settings.d/*.json in one directory.
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

// The base file, then the drop-ins in the order of their names; dot-files and other suffixes are left alone.
// Every file and both directories must belong to `owner` and be writable by nobody else: what a user could change or
// remove is not the administrator's word.
Result<std::vector<ManagedFile>> read_managed(const AbsPath& directory, uid_t owner);

}  // namespace postern::settings
