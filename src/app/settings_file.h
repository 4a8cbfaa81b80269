// Writes a project's own settings file, and nothing that a symbolic link in the project may point to.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"

#include <string_view>

namespace postern::app {

enum class Replace { no, yes };

// .postern/settings.json of the project; the directory is made if it is missing. Refuses links in place of either.
Result<AbsPath> write_project_settings(const AbsPath& project, std::string_view text, Replace replace);

}  // namespace postern::app
