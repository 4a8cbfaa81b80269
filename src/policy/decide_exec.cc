#include "policy/decide_exec.h"

#include "policy/bash_match.h"
#include "policy/mentions.h"
#include "policy/never_allowed.h"
#include "policy/reasons.h"
#include "shell/invocation.h"

#include <algorithm>

namespace postern::policy {
namespace {

bool is_for_one_command(const CompiledRule& rule) {
    return rule.command && !rule.command->spans_commands();
}

// What a command says to rules: its own words, and programs that its words mention.
struct Said {
    const shell::Command& command;
    Spellings spellings;
    Mentions mentions;
};

void add_hits(const std::vector<CompiledRule>& rules, const Said& said, std::uint32_t index, std::vector<Reason>& out) {
    for (const CompiledRule& rule : rules) {
        if (!is_for_one_command(rule)) continue;
        // A part that is not known yet (`sh -c '$x'`) is judged when it is started.
        const bool itself = match_generously(*rule.command, said.spellings) == Match::yes;
        if (!itself && said.mentions.meets(*rule.command) != Match::yes) continue;
        out.push_back(rule_reason(rule, verdict_of(rule.rule.effect), shown(said.command)));
        out.back().command = index;
        out.back().mentioned = !itself;
    }
}

// Analyses an argv. The limit is above the kernel's own; anything longer is refused, not started.
shell::Analysis analysis_of(const std::vector<std::string>& argv) {
    return shell::analyse_argv(argv, {.bytes = 8U << 20U});
}

// Returns true for programs that run another in the same process, without an exec: `busybox rm`, `ld.so /bin/rm`.
bool runs_in_place(const shell::Command& command) {
    const std::string_view name = command.program();
    return name == "busybox" || name == "toybox" || name == "coreutils" || name.starts_with("ld-") ||
           name.starts_with("ld.so");
}

}  // namespace

bool has_exec_rules(const Policy& policy) {
    return !policy.limits.empty() || std::ranges::any_of(policy.deny, is_for_one_command) ||
           std::ranges::any_of(policy.ask, is_for_one_command);
}

bool has_exec_rules_for(const Policy& policy, std::string_view program) {
    const auto could_meet = [program](const CompiledRule& rule) {
        if (!is_for_one_command(rule)) return false;
        const std::string_view named = rule.command->program();
        return named.empty() || base_name(named) == program;
    };
    return std::ranges::any_of(policy.deny, could_meet) || std::ranges::any_of(policy.ask, could_meet) ||
           std::ranges::any_of(policy.limits, could_meet, &Limit::rule);
}

std::vector<Reason> decide_exec(const Policy& policy, const std::vector<std::string>& argv, const AbsPath& directory) {
    std::vector<Reason> out;
    const shell::Analysis analysis = analysis_of(argv);
    for (const shell::Unknown& unknown : analysis.unknowns) {
        if (unknown.doubt != shell::Doubt::limit) continue;
        out.push_back({.verdict = Verdict::deny,
                       .kind = ReasonKind::undecidable,
                       .subject = argv.front(),
                       .message = "it cannot be judged: " + unknown.what});
    }
    const LineEffects flow = effects_of_line(analysis, directory, policy.host.home);
    for (Reason& reason : never_reasons(policy, analysis, {}, flow)) out.push_back(std::move(reason));
    for (std::uint32_t i = 0; i < analysis.commands.size(); ++i) {
        const shell::Command& command = analysis.commands[i];
        if (command.words.empty()) continue;
        const Said said{command, Spellings(command), Mentions(analysis, i, programs::ProgramPlaces::any)};
        add_hits(policy.deny, said, i, out);
        add_hits(policy.ask, said, i, out);
    }
    return out;
}

bool explains_start(const std::vector<std::string>& argv) {
    const shell::Analysis analysis = analysis_of(argv);
    return !analysis.commands.empty() &&
           programs::read(analysis.commands.front().words, programs::ProgramPlaces::any).explains_all();
}

std::vector<LimitHit> limits_at_exec(const Policy& policy, const std::vector<std::string>& argv) {
    std::vector<LimitHit> out;
    if (policy.limits.empty()) return out;
    const shell::Analysis analysis = analysis_of(argv);
    for (const shell::Command& command : analysis.commands) {
        bool itself = true;
        for (std::uint32_t by = command.via; itself && by != shell::kNoCommand; by = analysis.commands[by].via)
            itself = runs_in_place(analysis.commands[by]);
        if (!itself) continue;
        for (LimitHit& hit : limits_hit_by(policy, command)) {
            if (std::ranges::find(out, hit) == out.end()) out.push_back(std::move(hit));
        }
    }
    return out;
}

std::vector<std::string> programs_in_rules(const Policy& policy) {
    std::vector<std::string> names;
    const auto add = [&names](const CompiledRule& rule) {
        if (is_for_one_command(rule) && !rule.command->program().empty())
            names.emplace_back(base_name(rule.command->program()));
    };
    std::ranges::for_each(policy.deny, add);
    std::ranges::for_each(policy.ask, add);
    std::ranges::for_each(policy.limits, add, &Limit::rule);
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

}  // namespace postern::policy
