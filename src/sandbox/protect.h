// The part of `resolve` about paths that would make a tool outside run code: the names of the protected table, and the
// files of git.
#pragma once

#include "base/result.h"
#include "host/facts.h"
#include "sandbox/host_view.h"
#include "sandbox/mount_order.h"
#include "sandbox/profile.h"
#include "sandbox/spec.h"

namespace postern::sandbox {

// Adds to `rules` what may not be changed or made below the roots, and to `out` the repositories and the weaknesses.
// Returns an error if the configuration of git cannot be read: what it runs could not be protected.
[[nodiscard]] Status protect(const SandboxSpec& spec, const host::Facts& facts, const HostView& host, FileRules& rules,
                             Profile& out);

}  // namespace postern::sandbox
