// Parses one entry of permissions.allow, .ask or .deny: `Tool` or `Tool(specifier)`.
//
// Matching of specifiers is in command_pattern, path_pattern and domain_rules. A rule that cannot be understood is an
// error and never skipped, because a dropped deny rule would allow what it forbids.
#pragma once

#include "base/result.h"

#include <optional>
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
    subject,     // Skill(name), Agent(name): the name that such a tool is called with
};

// Parsed rule. The parser resolves doubtful spellings as follows, and silently ignores none:
//  - In ask and deny, path rules for Write, MultiEdit and NotebookEdit count as Edit, those for Glob, Grep, LS and
//    NotebookRead as Read. In allow they apply only to the tool they name.
//  - A known tool in the wrong letter case is an error that names the right one.
//  - An empty specifier is an error; `Bash(*)` is the whole tool.
//  - The main field of a tool (`Bash(command:…)`, `Read(file_path:…)`) is refused as a parameter: the plain specifier
//    expresses it.
struct Rule {
    std::string text;  // as written, without blanks around it
    std::string tool;  // after the replacements above; may contain `*`
    RuleKind kind = RuleKind::whole_tool;
    Effect effect = Effect::deny;
    std::string specifier;  // inside the parentheses; for domain and parameter only the text after the colon
    std::string parameter;  // the field's name

    bool operator==(const Rule&) const = default;
};

[[nodiscard]] Result<Rule> parse_rule(std::string_view text, Effect effect);

// Returns true if the rule applies to this tool. `*` in the rule's tool stands for any characters; `mcp__server` covers
// every tool of that server.
[[nodiscard]] bool names_tool(const Rule& rule, std::string_view tool) noexcept;

// Returns why the rule can hardly meet anything: its tool is not known, or `:*` stands where it means a colon. Returns
// nullopt for a rule that can.
[[nodiscard]] std::optional<std::string> doubtful(const Rule& rule);

[[nodiscard]] std::string_view to_string(Effect effect) noexcept;

}  // namespace postern::policy
