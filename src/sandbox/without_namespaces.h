// The sandbox without namespaces: Landlock and seccomp alone, for machines that forbid mounts and namespaces.
//
// Landlock allows; it cannot take away what it has allowed for a directory above. So a path that must not be written or
// read inside a writable root cannot be held, and a hidden path elsewhere is held by allowing all that lies beside it.
#pragma once

#include "base/result.h"
#include "sandbox/host_view.h"
#include "sandbox/profile.h"
#include "sandbox/spec.h"

namespace postern::sandbox {

// Turns a profile that was made for mounts into one that Landlock can hold. Returns an error that names the first wish of
// the settings which it cannot hold. Protected files that exist in the writable roots are left to the scrub.
[[nodiscard]] Result<Profile> fit_without_namespaces(const SandboxSpec& spec, const HostView& files, Profile profile);

}  // namespace postern::sandbox
