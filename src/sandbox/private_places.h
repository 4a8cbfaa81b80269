// Directories of Postern's own that commands see in the place of the host's: /tmp, /var/tmp and the caches in home.
#pragma once

#include "host/facts.h"
#include "sandbox/host_view.h"
#include "sandbox/mount_order.h"
#include "sandbox/profile.h"
#include "sandbox/spec.h"

#include <vector>

namespace postern::sandbox {

// Adds these directories to the rules, and whatever of the host must be seen below them all the same: the working
// directory, home, programs, what the settings name. A place that the settings make writable, or deny, stays the host's.
void add_private_places(const SandboxSpec& spec, const host::Facts& facts, const HostView& host, FileRules& rules,
                        Profile& out);

// Returns the variables that lead tools to their caches. A variable of the user's that names a place which commands can
// write is left alone.
[[nodiscard]] std::vector<Variable> cache_variables(const SandboxSpec& spec, const host::Facts& facts,
                                                    const HostView& host, const Profile& profile);

}  // namespace postern::sandbox
