// Everybody who may answer a question of one run: people, whom the client names, and what the settings name.
#pragma once

#include "app/session.h"
#include "approval/approver.h"
#include "approval/hook_protocol.h"
#include "host/facts.h"
#include "sandbox/spec.h"

namespace postern::app {

// Adds the people who can be reached through the broker.
[[nodiscard]] approval::Approvers with_broker(approval::Approvers people, const Session& session,
                                              approval::Asking asking);

// Adds hooks and classifier. One that a command could write is not run, and silent. `spec`: null if the settings say no
// valid sandbox.
[[nodiscard]] approval::Approvers with_chosen(approval::Approvers people, const Session& session,
                                              const host::Facts& facts, const sandbox::SandboxSpec* spec,
                                              approval::Asking asking);

}  // namespace postern::app
