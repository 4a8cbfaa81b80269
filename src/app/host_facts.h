// The one look at this machine at the head of the line.
#pragma once

#include "app/session.h"
#include "base/abs_path.h"
#include "base/result.h"
#include "host/facts.h"
#include "sandbox/host_view.h"
#include "sandbox/spec.h"

#include <memory>

namespace postern::app {

// Looks up what `resolve` and the backends need. `spec` is the sandbox that the settings want, or nullptr if they do
// not say a valid one: bubblewrap is never taken from a place that a command could write.
[[nodiscard]] host::Facts look_at_host(const Session& session, const sandbox::SandboxSpec* spec);

// The files of this machine as they will be once the directories of `make_own_directories` are there.
[[nodiscard]] std::unique_ptr<sandbox::HostView> files_for_run(const Session& session, const host::Facts& facts);

// Makes the state directory, which can only be hidden if it exists, and $TMPDIR, for which an error is returned if it
// is not this user's alone.
[[nodiscard]] Status make_own_directories(const Session& session, const host::Facts& facts);

// Returns where this program is, or an error if the kernel does not tell.
[[nodiscard]] Result<AbsPath> own_program();

// Returns the directory that commands get as $TMPDIR: /tmp/postern-UID, or one in the state directory if that name
// belongs to somebody else. It need not exist.
[[nodiscard]] AbsPath choose_temporary(const AbsPath& state_home);

}  // namespace postern::app
