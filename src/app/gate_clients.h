// Leads programs inside to the gate: by variables for programs that can use a proxy, and by a configuration for ssh.
#pragma once

#include "sandbox/profile.h"
#include "sandbox/spec.h"

#include <vector>

namespace postern::app {

// Adds the gate's variables to `set`, except those in `given`, which are from the command line.
void add_gate_variables(const sandbox::SandboxSpec& spec, const std::vector<sandbox::Variable>& given,
                        std::vector<sandbox::Variable>& set);

// Adds an entry to the system's ssh configuration inside, which has an effect only if no other entry says how to
// connect. If that is impossible, adds a note to the profile.
void lead_ssh_to_the_gate(sandbox::Profile& profile);

}  // namespace postern::app
