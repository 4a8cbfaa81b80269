// Small makers of Reasons, shared by the judges.
#pragma once

#include "policy/decision.h"
#include "policy/policy.h"

#include <string>
#include <string_view>

namespace postern::policy {

// `subject` is what the rule hit; the message names rule, subject and the rule's own reason.
[[nodiscard]] Reason rule_reason(const CompiledRule& rule, Verdict verdict, std::string subject);
[[nodiscard]] Verdict verdict_of(Effect effect) noexcept;

// A command as one would type it, for messages; a `…` where a part is known only at run time.
[[nodiscard]] std::string shown(const shell::Command& command);

// The rule that would allow this command and its kind: `npm test` gives Bash(npm test:*).
[[nodiscard]] std::string suggested_rule(const shell::Command& command);

// Nobody is to be asked: a question is a refusal.
[[nodiscard]] bool never_asks(const Policy& policy) noexcept;

// Turns questions into refusals where the settings say that nobody is to be asked.
[[nodiscard]] Decision conclude(const Policy& policy, std::vector<Reason> reasons);

}  // namespace postern::policy
