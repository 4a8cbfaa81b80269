// From what is wanted and what the host has to the ordered Profile. Decides everything about files; looks at the host
// only through HostView.
//
// The rules, in one place:
//  - Writing is refused except below the writable roots. A denial beats an allowance at any depth, above or below it.
//  - Reading is allowed except below what is hidden; what is named in allowRead inside it is open again.
//  - What is protected and exists is held read-only, and the directories above it, up to the root, cannot be renamed.
//    What is protected and does not exist is listed in `absent`.
//  - Paths count with their links followed. A writable path that is a link out of its own tree is refused.
#pragma once

#include "base/result.h"
#include "host/host_view.h"
#include "sandbox/profile.h"
#include "sandbox/spec.h"

#include <string>
#include <vector>

namespace postern::sandbox {

// More nested repositories than this are not held by mounts, which take bubblewrap time; the scrub answers for them.
inline constexpr std::size_t kHeldRepositories = 8;

// `environment`: NAME=value, as this process has it. `set` goes to the command as it is.
[[nodiscard]] Result<Profile> resolve(const SandboxSpec& spec, const host::HostView& host,
                                      const std::vector<std::string>& environment, const std::vector<Variable>& set);

}  // namespace postern::sandbox
