// Strict part of the decision: checks that every part of a command line is allowed by something. It runs only when
// neither a mode nor the sandbox has decided already.
#pragma once

#include "policy/decision.h"
#include "policy/line_effects.h"
#include "policy/policy.h"
#include "shell/analysis.h"

#include <cstdint>
#include <vector>

namespace postern::policy {

// Returns the rule that allows exactly this command, or null.
[[nodiscard]] const CompiledRule* allowing_rule(const Policy& policy, const shell::Command& command);

// Returns one reason per part: an allow that names its grounds, or an ask that says what is missing.
[[nodiscard]] std::vector<Reason> cover(const Policy& policy, const shell::Analysis& analysis, const LineEffects& flow);

[[nodiscard]] bool inside_working_directories(const Policy& policy, const AbsPath& path);

}  // namespace postern::policy
