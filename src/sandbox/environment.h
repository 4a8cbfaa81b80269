// Which environment variables reach the command. Pure.
#pragma once

#include "sandbox/profile.h"

#include <span>
#include <string>
#include <vector>

namespace postern::sandbox {

struct EnvironmentRequest {
    std::vector<std::string> host{};  // NAME=value, as the process has it
    // Names to keep although they are suspect; `*` for any characters. Variables that make programs run other code are
    // kept only by their full name: `*` must not bring LD_PRELOAD back.
    std::vector<std::string> keep{};
    std::vector<std::string> drop{};      // names to drop in any case: credentials.envVars; `*`, any letter case
    Network network = Network::isolated;  // with a gate, variables that name another proxy go too
    std::vector<Variable> set{};          // given by Postern or the command line; they win, the last one of a name
};

struct Environment {
    std::vector<Variable> kept{};            // sorted by name, no name twice
    std::vector<DroppedVariable> dropped{};  // sorted by name; no name that is kept
    bool operator==(const Environment&) const = default;
};

// What is in no table passes unchanged. If the host has a name twice, the first one counts and the others are not
// looked at: programs differ in which they would take.
[[nodiscard]] Environment filter_environment(const EnvironmentRequest& request);

}  // namespace postern::sandbox
