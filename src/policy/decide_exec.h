// Applies deny and ask rules to a program at the moment it is started. The command line was judged before; this catches
// programs that its text did not show. Allow rules, modes and safety paths do not apply here: the sandbox confines the
// rest.
#pragma once

#include "policy/decision.h"
#include "policy/policy.h"
#include "policy/rate_limits.h"

#include <string>
#include <vector>

namespace postern::policy {

// Returns true if some rule can apply to an exec. Otherwise execs need no inspection while a command runs.
[[nodiscard]] bool has_exec_rules(const Policy& policy);

// Returns true if some rule can apply to this program.
[[nodiscard]] bool has_exec_rules_for(const Policy& policy, std::string_view program);

// Judges the program, under one of its names, with its arguments and the directory that it starts in. Code in the arguments (`sh -c`) is judged too. A
// reason's `command` is 0 for the program itself, and counts on through what its arguments make it run.
[[nodiscard]] std::vector<Reason> decide_exec(const Policy& policy, const std::vector<std::string>& argv,
                                              const AbsPath& directory);

// Returns true if the book explains every word of the call under this name of the program.
[[nodiscard]] bool explains_start(const std::vector<std::string>& argv);

// Returns the limits that this start counts towards. Programs started by it are counted at their own start.
[[nodiscard]] std::vector<LimitHit> limits_at_exec(const Policy& policy, const std::vector<std::string>& argv);

// Returns the names of programs in rules ("rm", "git"), used to recognise copies of these programs.
[[nodiscard]] std::vector<std::string> programs_in_rules(const Policy& policy);

}  // namespace postern::policy
