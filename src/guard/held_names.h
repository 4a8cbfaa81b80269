// Tells which paths of a sandbox are protected by name, and which of their mounts may never be lifted. Pure but for one
// look whether settings exist.
#pragma once

#include "base/abs_path.h"
#include "sandbox/profile.h"

#include <string_view>

namespace postern::guard {

// Returns whether the components of `part` follow one another in the path.
[[nodiscard]] bool has_part(const AbsPath& path, std::string_view part);

// Returns whether the table of protected paths, as the profile changes it, has the path or a directory above it.
[[nodiscard]] bool is_protected_name(const AbsPath& path, const sandbox::Profile& profile);

// Returns whether the path holds settings of Postern or of the agent, which decide what is protected at all.
[[nodiscard]] bool is_settings(const AbsPath& path);
// Does the same for a directory that such settings lie in.
[[nodiscard]] bool holds_settings(const AbsPath& path);

[[nodiscard]] bool is_held(const sandbox::Mount& mount);

}  // namespace postern::guard
