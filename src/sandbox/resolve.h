// Makes the Profile from the SandboxSpec and the host. Decides everything about files. Looks at the host only through
// HostView.
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
#include "host/host_view.h"
#include "sandbox/profile.h"
#include "sandbox/spec.h"

#include <string>
#include <vector>

namespace postern::sandbox {

// At most this many nested repositories are protected by mounts, because each mount takes time. The scrub checks the
// others.
inline constexpr std::size_t kHeldRepositories = 8;

// `environment` is that of this process, as NAME=value. Variables in `set` go to the command unchanged.
[[nodiscard]] Result<Profile> resolve(const SandboxSpec& spec, const host::HostView& host,
                                      const std::vector<std::string>& environment, const std::vector<Variable>& set);

}  // namespace postern::sandbox
