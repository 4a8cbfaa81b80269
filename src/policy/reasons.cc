#include "policy/reasons.h"

#include "base/ascii.h"
#include "policy/bash_match.h"

#include <algorithm>
#include <utility>

namespace postern::policy {

Verdict verdict_of(Effect effect) noexcept {
    switch (effect) {
        case Effect::allow: return Verdict::allow;
        case Effect::ask: return Verdict::ask;
        case Effect::deny: return Verdict::deny;
    }
    return Verdict::deny;
}

Reason rule_reason(const CompiledRule& rule, Verdict verdict, std::string subject) {
    static constexpr std::string_view kVerbs[] = {"allows", "asks about", "denies"};
    std::string message = rule.rule.text;
    message += ' ';
    message += kVerbs[static_cast<std::size_t>(verdict)];
    message += " `" + subject + "`";
    if (!rule.reason.empty()) message += ": " + rule.reason;
    return {.verdict = verdict,
            .kind = ReasonKind::rule,
            .rule = rule.rule.text,
            .source = rule.source,
            .pointer = rule.pointer,
            .subject = std::move(subject),
            .message = std::move(message)};
}

std::string shown(const shell::Command& command) {
    std::string text = quoted_text(command);
    std::string out;
    for (const char c : text) {
        if (c == shell::kHole) {
            out += "\u2026";
        } else {
            out += c;
        }
    }
    return out;
}

std::string suggested_rule(const shell::Command& command) {
    if (command.words.empty() || !command.words.front().literal()) return {};
    const auto plain = [](std::string_view word) {
        return !word.empty() && std::ranges::all_of(word, [](char c) {
            return is_letter(c) || is_digit(c) || c == '-' || c == '_' || c == '.' || c == '/' || c == '+' || c == ':';
        });
    };
    const std::string& name = command.words.front().text;
    if (!plain(name)) return {};
    std::string rule = "Bash(" + name;
    if (command.words.size() == 1) return rule + ")";
    const shell::Word& second = command.words[1];
    const bool subcommand = second.literal() && plain(second.text) && second.text.front() >= 'a' &&
                            second.text.front() <= 'z' && second.text.find_first_of("./") == std::string::npos;
    if (subcommand) rule += " " + second.text;
    return rule + ":*)";
}

bool never_asks(const Policy& policy) noexcept {
    return policy.mode == settings::Mode::dont_ask || policy.deny_instead_of_prompting;
}

Decision conclude(const Policy& policy, std::vector<Reason> reasons) {
    Decision decision{.verdict = strictest(reasons)};
    decision.reasons = std::move(reasons);
    if (decision.verdict != Verdict::ask || !never_asks(policy)) return decision;
    const bool mode = policy.mode == settings::Mode::dont_ask;
    decision.verdict = Verdict::deny;
    decision.reasons.push_back({.verdict = Verdict::deny,
                                .kind = ReasonKind::mode,
                                .message = mode ? "mode dontAsk turns the question into a refusal"
                                                : "denyInsteadOfPrompting turns the question into a refusal"});
    return decision;
}

}  // namespace postern::policy
