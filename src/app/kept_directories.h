// The directories that Postern keeps for commands, opened for one run.
#pragma once

#include "backend/backend.h"
#include "base/result.h"
#include "host/facts.h"
#include "host/kept_directory.h"
#include "sandbox/profile.h"
#include "sandbox/spec.h"

#include <vector>

namespace postern::app {

// Returns the directories that a run makes, for the look at the host: they count as there.
[[nodiscard]] std::vector<AbsPath> own_directories(const sandbox::SandboxSpec& spec, const host::Facts& facts);

// Opens each store of the profile, with the mount points that the profile needs in it. Where the sandbox cannot show a
// directory at another path, commands are led to a directory beside the stores, which is only made.
[[nodiscard]] Result<std::vector<host::KeptDirectory>> open_kept(const sandbox::Profile& profile,
                                                                 const host::Facts& facts);

[[nodiscard]] std::vector<backend::KeptContent> contents_of(const std::vector<host::KeptDirectory>& kept);

}  // namespace postern::app
