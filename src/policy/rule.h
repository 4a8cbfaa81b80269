// One entry of permissions.allow, .ask or .deny, taken apart: `Tool` or `Tool(specifier)`.
//
// Parsing only. What a specifier matches is in command_pattern, path_pattern and domain_rules. A rule that cannot be
// understood is an error, never skipped: a deny that is dropped is an open door.
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>

namespace postern::policy {

enum class Effect { allow, ask, deny };  // later is stricter

enum class RuleKind {
    whole_tool,  // Tool; also Bash(*), and Tool(*) in ask and deny
    command,     // Bash(npm test:*)
    path,        // Read(./.env), Edit(/src/**)
    domain,      // WebFetch(domain:example.org)
    parameter,   // Tool(field:value), ask and deny only: a top-level scalar field of the tool's input
    subject,     // Skill(name), Agent(name): the one thing such a tool is called for
};

// Decisions taken here, so that nothing written in a settings file is without effect:
//  - In ask and deny, path rules for Write, MultiEdit and NotebookEdit count as Edit, those for Glob, Grep, LS and
//    NotebookRead as Read. In allow they speak for the tool they name and no other.
//  - A known tool in the wrong letter case is an error that names the right one.
//  - An empty specifier is an error; `Bash(*)` is the whole tool.
//  - The field a tool is mainly about (`Bash(command:…)`, `Read(file_path:…)`) is refused as a parameter: the plain
//    specifier is the way to say it.
struct Rule {
    std::string text;  // as written, without blanks around it
    std::string tool;  // after the folding above; may hold `*`
    RuleKind kind = RuleKind::whole_tool;
    Effect effect = Effect::deny;
    std::string specifier;  // inside the parentheses; for domain and parameter only what follows the colon
    std::string parameter;  // the field's name

    bool operator==(const Rule&) const = default;
};

[[nodiscard]] Result<Rule> parse_rule(std::string_view text, Effect effect);

// Does the rule speak about this tool? `*` in the rule's tool stands for any characters; `mcp__server` covers every tool
// of that server.
[[nodiscard]] bool names_tool(const Rule& rule, std::string_view tool) noexcept;

[[nodiscard]] std::string_view to_string(Effect effect) noexcept;

}  // namespace postern::policy
