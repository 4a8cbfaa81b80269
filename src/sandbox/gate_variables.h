// Table of the variables that lead programs to the gate, with a reason for each. Pure.
#pragma once

#include "sandbox/profile.h"

#include <string_view>
#include <vector>

namespace postern::sandbox {

enum class Java : std::uint8_t { absent, present };

// Returns all of them except those that `given` names, ignoring case. Programs differ in which case they prefer, so
// `--env HTTPS_PROXY=…` could lose against our https_proxy.
[[nodiscard]] std::vector<Variable> gate_variables(Java java, const std::vector<Variable>& given);

// Returns those for a sandbox from which no host can be reached: they keep tools from trying again. `given` as above.
[[nodiscard]] std::vector<Variable> closed_variables(const std::vector<Variable>& given);

// Tells whether this variable configures a proxy. The host's own value must not reach the command, because it names a
// proxy that cannot be reached from inside. Ignores case.
[[nodiscard]] bool names_a_proxy(std::string_view name);

}  // namespace postern::sandbox
