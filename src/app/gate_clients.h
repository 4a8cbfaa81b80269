// How programs inside find the gate: variables for those that know a proxy, and a configuration for ssh.
#pragma once

#include "sandbox/profile.h"
#include "sandbox/spec.h"

#include <vector>

namespace postern::app {

// `given`: on the command line; they win.
void add_gate_variables(const sandbox::SandboxSpec& spec, const std::vector<sandbox::Variable>& given,
                        std::vector<sandbox::Variable>& set);

// The system's ssh configuration with one more entry, which only counts where nothing else says how to connect. A note
// in the profile if that cannot be.
void lead_ssh_to_the_gate(sandbox::Profile& profile);

}  // namespace postern::app
