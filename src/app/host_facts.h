// Hands the look at this machine what settings and stores say about it.
#pragma once

#include "app/session.h"
#include "host/facts.h"
#include "host/host_checks.h"
#include "sandbox/spec.h"

namespace postern::app {

// Looks up what `resolve` and the backends need. `spec` is the sandbox that the settings want, or nullptr if they do
// not say a valid one: bubblewrap is never taken from a place that a command could write. Fails if it cannot be told
// which places these were.
[[nodiscard]] Result<host::Facts> look_at_host(const Session& session, const sandbox::SandboxSpec* spec);

// The same for `postern doctor`, which must help where this fails, too.
[[nodiscard]] host::CheckOptions check_options(const Session& session);

}  // namespace postern::app
