// Helpers that make Reasons, shared by the decisions.
#pragma once

#include "policy/decision.h"
#include "policy/policy.h"

#include <string>
#include <string_view>

namespace postern::policy {

// Makes the reason for a matching rule. The message names the rule, the subject and the rule's own reason.
[[nodiscard]] MayAnswer may_answer(const CompiledRule& rule) noexcept;
[[nodiscard]] Reason rule_reason(const CompiledRule& rule, Verdict verdict, std::string subject);
[[nodiscard]] Verdict verdict_of(Effect effect) noexcept;

// Returns a command as text for messages, with `…` for parts known only at run time.
[[nodiscard]] std::string shown(const shell::Command& command);

// Returns the rule that would allow exactly this command: Bash(npm test --watch). Empty if none can say it.
[[nodiscard]] std::string narrowest_rule(const shell::Command& command);
// Returns a rule that would allow this command and others of the same kind: Bash(npm test:*).
[[nodiscard]] std::string wider_rule(const shell::Command& command);

// Returns true if the settings turn every question into a refusal.
[[nodiscard]] bool never_asks(const Policy& policy) noexcept;

// Makes the decision. Questions become refusals if never_asks().
[[nodiscard]] Decision conclude(const Policy& policy, std::vector<Reason> reasons);

}  // namespace postern::policy
