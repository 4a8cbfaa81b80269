// From what is wanted and what the host has to the ordered Profile, complete: `postern profile` shows what
// `postern run` runs. Looks at the host only through HostView and Facts.
//
// The rules:
//  - Writing is refused except below the writable roots. A denied path stays denied, whether the allowed one lies above
//    or below it.
//  - Reading is allowed except below hidden paths. Paths in allowRead can be read although they lie in a hidden one.
//  - Protected paths that exist are read-only, and the directories above them, up to the root, cannot be renamed.
//    Protected paths that do not exist are listed in `absent`.
//  - Links in paths are followed before paths are compared. A writable path that is a link out of its tree is refused.
#pragma once

#include "base/result.h"
#include "host/facts.h"
#include "sandbox/host_view.h"
#include "sandbox/profile.h"
#include "sandbox/spec.h"

#include <string>
#include <string_view>
#include <vector>

namespace postern::sandbox {

// Completes a sentence about home or a directory above it.
inline constexpr std::string_view kWideDirectory =
    " stays read-only: it holds more than one project. Work in the directory of a project, or open it by name with "
    "--allow-write or sandbox.filesystem.allowWrite";

// At most this many nested repositories are protected by mounts, because each mount takes time. The scrub checks the
// others.
inline constexpr std::size_t kHeldRepositories = 8;

[[nodiscard]] Result<Profile> resolve(const SandboxSpec& spec, const host::Facts& facts, const HostView& files);

// The profile of a command that a decision lets out of the sandbox: a directory, an environment and limits, no walls.
[[nodiscard]] Profile unsandboxed_profile(const AbsPath& cwd, const SpecOptions& options, const host::Facts& facts);

}  // namespace postern::sandbox
