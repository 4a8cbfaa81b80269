// Writes a project's settings file. Follows no symbolic links in the project, so that nothing else is overwritten.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"

#include <string_view>

namespace postern::app {

enum class Replace { no, yes };

// Writes .postern/settings.json and makes the directory if it is missing. Refuses a link in place of either.
Result<AbsPath> write_project_settings(const AbsPath& project, std::string_view text, Replace replace);

}  // namespace postern::app
