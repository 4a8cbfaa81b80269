#include "policy/harmless.h"

#include "policy/coverage.h"
#include "policy/line_effects.h"

#include <algorithm>
#include <vector>

namespace postern::policy {

std::string harmless_grounds(const Policy& policy, const shell::Analysis& analysis) {
    if (analysis.commands.empty() || !analysis.unknowns.empty()) return {};
    Policy without_rules;
    without_rules.host = policy.host;
    without_rules.working_directories = policy.working_directories;
    const LineEffects flow = effects_of_line(analysis, policy.host.cwd, policy.host.home);
    if (!flow.unknowns.empty()) return {};
    const std::vector<Reason> reasons = cover(without_rules, analysis, flow);
    if (strictest(reasons) != Verdict::allow) return {};
    return "it only reads, inside the working directories";
}

}  // namespace postern::policy
