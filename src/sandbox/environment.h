// Decides which environment variables reach the command. Pure.
#pragma once

#include "sandbox/profile.h"

#include <span>
#include <string>
#include <vector>

namespace postern::sandbox {

struct EnvironmentRequest {
    std::vector<std::string> host{};  // NAME=value, the environment of this process
    // Names to keep although they are suspect, with `*` for any characters. Variables that make programs run other code
    // are kept only by their full name, so that `*` does not keep LD_PRELOAD.
    std::vector<std::string> keep{};
    std::vector<std::string> drop{};      // credentials.envVars: always dropped; with `*`, ignoring case
    Network network = Network::isolated;  // with a gate, variables that name another proxy are dropped
    std::vector<Variable> set{};  // from Postern or the command line; replace the host's; the last of a name counts
};

struct Environment {
    std::vector<Variable> kept{};            // sorted by name, no name twice
    std::vector<DroppedVariable> dropped{};  // sorted by name; no name that is kept
    bool operator==(const Environment&) const = default;
};

// Keeps variables that are in no table unchanged. If the host has a name twice, only the first one is considered and
// passed on, because programs differ in which one they would use.
[[nodiscard]] Environment filter_environment(const EnvironmentRequest& request);

}  // namespace postern::sandbox
