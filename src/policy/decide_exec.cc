#include "policy/decide_exec.h"

#include "policy/bash_match.h"
#include "policy/reasons.h"
#include "shell/invocation.h"

#include <algorithm>

namespace postern::policy {
namespace {

bool is_for_one_command(const CompiledRule& rule) {
    return rule.command && !rule.command->spans_commands();
}

void add_hits(const std::vector<CompiledRule>& rules, const shell::Command& command, const Spellings& spellings,
              std::vector<Reason>& out) {
    for (const CompiledRule& rule : rules) {
        if (!is_for_one_command(rule)) continue;
        // What is not known yet (`sh -c '$x'`) is met when it is started itself.
        if (match_generously(*rule.command, spellings) != Match::yes) continue;
        out.push_back(rule_reason(rule, verdict_of(rule.rule.effect), shown(command)));
    }
}

}  // namespace

bool has_exec_rules(const Policy& policy) {
    return std::ranges::any_of(policy.deny, is_for_one_command) || std::ranges::any_of(policy.ask, is_for_one_command);
}

std::vector<Reason> decide_exec(const Policy& policy, const std::vector<std::string>& argv) {
    std::vector<Reason> out;
    // As many bytes as the kernel takes, and more; whatever else is too much to be read is not started.
    const shell::Analysis analysis = shell::analyse_argv(argv, {.bytes = 8U << 20U});
    for (const shell::Unknown& unknown : analysis.unknowns) {
        if (unknown.doubt != shell::Doubt::limit) continue;
        out.push_back({.verdict = Verdict::deny,
                       .kind = ReasonKind::undecidable,
                       .subject = argv.front(),
                       .message = "it cannot be judged: " + unknown.what});
    }
    for (const shell::Command& command : analysis.commands) {
        if (command.words.empty()) continue;
        const Spellings spellings(command);
        add_hits(policy.deny, command, spellings, out);
        add_hits(policy.ask, command, spellings, out);
    }
    return out;
}

std::vector<std::string> programs_in_rules(const Policy& policy) {
    std::vector<std::string> names;
    for (const auto* rules : {&policy.deny, &policy.ask}) {
        for (const CompiledRule& rule : *rules) {
            if (is_for_one_command(rule) && !rule.command->program().empty())
                names.emplace_back(shell::base_name(rule.command->program()));
        }
    }
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

}  // namespace postern::policy
