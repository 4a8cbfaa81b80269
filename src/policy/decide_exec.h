// What deny and ask rules say of a program at the moment it is started. The text of the command was judged before; this
// is for what the text did not tell. Allow rules, modes and safety paths have no say here: the sandbox holds the rest.
#pragma once

#include "policy/decision.h"
#include "policy/policy.h"
#include "policy/rate_limits.h"

#include <string>
#include <vector>

namespace postern::policy {

// Is there a rule that an exec could meet? Without one nothing needs to be looked at while a command runs.
[[nodiscard]] bool has_exec_rules(const Policy& policy);

// Is there one that this program could meet?
[[nodiscard]] bool has_exec_rules_for(const Policy& policy, std::string_view program);

// `argv`: the program, under one of its names, and its arguments as they are. Code in them (`sh -c`) is read too. A reason's
// `command` is 0 for the program itself, and counts on through what its arguments make it run.
[[nodiscard]] std::vector<Reason> decide_exec(const Policy& policy, const std::vector<std::string>& argv);

// What the program counts towards. Not what it will start itself: that is counted then.
[[nodiscard]] std::vector<LimitHit> limits_at_exec(const Policy& policy, const std::vector<std::string>& argv);

// The programs that rules name, for recognising copies of them: "rm", "git".
[[nodiscard]] std::vector<std::string> programs_in_rules(const Policy& policy);

}  // namespace postern::policy
