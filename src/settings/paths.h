// Resolves paths. Rules and sandbox lists spell them differently, for compatibility with existing files:
//   written     in a rule Edit(...), Read(...)        in sandbox.filesystem.*, credentials.files, additionalDirectories
//   //p         absolute                              absolute
//   /p          below the source's anchor             absolute
//   ~/p         home                                  home
//   ./p, p      below the working directory           below the source's anchor
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "settings/settings.h"

#include <string_view>

namespace postern::settings {

enum class PathPlace { rule, list };

// Resolves lexically; wildcards are ordinary characters. `~name` is refused.
Result<AbsPath> resolve_path(const Settings&, const Origin&, PathPlace, std::string_view written);

}  // namespace postern::settings
