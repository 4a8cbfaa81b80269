// What the environment tells programs about the gate: one table of variables, a reason for each. Pure.
#pragma once

#include "sandbox/profile.h"

#include <string_view>
#include <vector>

namespace postern::sandbox {

enum class Java : std::uint8_t { absent, present };

// All of them, without those that `given` names in any letter case: programs differ in which letters they prefer, so
// `--env HTTPS_PROXY=…` would lose against our https_proxy.
[[nodiscard]] std::vector<Variable> gate_variables(Java java, const std::vector<Variable>& given);

// Does this variable tell a program about a proxy? The host's own value would lead it to one that cannot be reached
// from inside. Names count in any letter case.
[[nodiscard]] bool names_a_proxy(std::string_view name);

}  // namespace postern::sandbox
