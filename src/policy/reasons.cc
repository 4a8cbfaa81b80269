#include "policy/reasons.h"

#include "base/ascii.h"
#include "policy/bash_match.h"
#include "programs/reading.h"

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

// A rule on content is somebody's own wish to be asked about just that. One on the whole tool is not.
MayAnswer may_answer(const CompiledRule& rule) noexcept {
    if (rule.interactive) return MayAnswer::person;
    return rule.rule.kind == RuleKind::whole_tool ? MayAnswer::anybody : MayAnswer::chosen;
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
            .source = *rule.source,
            .pointer = rule.pointer,
            .subject = std::move(subject),
            .message = std::move(message),
            .may_answer = verdict == Verdict::ask ? may_answer(rule) : MayAnswer::anybody};
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

std::string narrowest_rule(const shell::Command& command) {
    const auto fits = [](const shell::Word& word) {
        return word.literal() && word.text.find_first_of("*()\\\n") == std::string::npos && !word.text.starts_with('~');
    };
    if (command.words.empty() || !std::ranges::all_of(command.words, fits)) return {};
    return "Bash(" + quoted_text(command) + ")";
}

std::string wider_rule(const shell::Command& command) {
    if (command.words.size() < 2 || !command.words.front().literal()) return {};
    const auto plain = [](std::string_view word) {
        return !word.empty() && std::ranges::all_of(word, [](char c) {
            return is_letter(c) || is_digit(c) || c == '-' || c == '_' || c == '.' || c == '/' || c == '+' || c == ':';
        });
    };
    // A program that runs another one is no kind of call: what counts is what it runs.
    const programs::Reading reading = programs::read(command.words);
    const auto runs = [](const programs::WordUse& use) {
        return use.meaning.role == programs::WordRole::command || use.meaning.role == programs::WordRole::shell_words;
    };
    if (!plain(command.name()) || std::ranges::any_of(reading.uses, runs)) return {};
    std::string rule = "Bash(" + std::string(command.name());
    std::size_t last = reading.subcommand;
    const std::string_view second = command.words[1].text;
    const bool looks_like_one = command.words[1].literal() && plain(second) && second.front() >= 'a' &&
                                second.front() <= 'z' && second.find_first_of("./") == std::string_view::npos;
    if (reading.row == nullptr && looks_like_one) last = 1;
    for (std::size_t i = 1; i <= last; ++i) {
        if (!command.words[i].literal() || !plain(command.words[i].text)) return {};
        rule += ' ' + command.words[i].text;
    }
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
