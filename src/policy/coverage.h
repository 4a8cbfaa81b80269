// The strict half of the funnel: does something speak for every part of a command line? Asked only when neither a mode
// nor the sandbox has answered already.
#pragma once

#include "policy/decision.h"
#include "policy/line_effects.h"
#include "policy/policy.h"
#include "shell/analysis.h"

#include <cstdint>
#include <vector>

namespace postern::policy {

// The rule that allows exactly this command, or null.
[[nodiscard]] const CompiledRule* allowing_rule(const Policy& policy, const shell::Command& command);

// One reason per part: an allow with what speaks for it, or an ask with what is missing.
[[nodiscard]] std::vector<Reason> cover(const Policy& policy, const shell::Analysis& analysis, const LineEffects& flow);

[[nodiscard]] bool inside_working_directories(const Policy& policy, const AbsPath& path);

}  // namespace postern::policy
