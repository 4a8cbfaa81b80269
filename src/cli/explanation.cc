// The page of `postern explain`: what the command is made of, what each step of the funnel said, how to allow it.
#include "cli/render.h"

#include "base/quote.h"
#include "programs/describe.h"

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

namespace postern::cli {
namespace {

using policy::Reason;
using policy::ReasonKind;
using policy::Verdict;

// The steps of the decision, in their order. docs/rules.md numbers them.
enum class Step { whole_deny, whole_ask, part_deny, person, part_ask, safety, mode, allow, otherwise };
struct NamedStep {
    Step step;
    const char* name;
    const char* what;
};
constexpr auto kSteps = std::to_array<NamedStep>({
    {Step::whole_deny, "1a", "deny rules for the whole tool"},
    {Step::whole_ask, "1b", "ask rules for the whole tool"},
    {Step::part_deny, "1c", "what is never allowed, deny rules and blocked places, for every part"},
    {Step::person, "1e", "what the text does not decide"},
    {Step::part_ask, "1f", "ask rules, for every part"},
    {Step::safety, "1g", "protected files and dangerous removals"},
    {Step::mode, "2a", "the mode"},
    {Step::allow, "2b", "allow rules, the sandbox, commands that change nothing"},
    {Step::otherwise, "3", "otherwise a person is asked"},
});

bool is_whole_tool(const Reason& reason) {
    return reason.rule.find('(') == std::string::npos || reason.rule.ends_with("(*)");
}

Step step_of(const Reason& reason) {
    switch (reason.kind) {
        case ReasonKind::undecidable: return Step::person;
        case ReasonKind::safety: return Step::safety;
        case ReasonKind::never: return Step::part_deny;
        case ReasonKind::mode: return Step::mode;
        case ReasonKind::sandbox:
        case ReasonKind::read_only: return Step::allow;
        case ReasonKind::fallback:
        case ReasonKind::approval:
        case ReasonKind::hook:
        case ReasonKind::classifier:
        case ReasonKind::ticket: return Step::otherwise;
        case ReasonKind::rule:
        case ReasonKind::cooldown:
        case ReasonKind::new_file:
        case ReasonKind::path:
        case ReasonKind::network: break;
    }
    const bool rule = reason.kind == ReasonKind::rule;
    switch (reason.verdict) {
        case Verdict::deny: return rule && is_whole_tool(reason) ? Step::whole_deny : Step::part_deny;
        case Verdict::ask:
            if (!rule) return Step::otherwise;
            return is_whole_tool(reason) ? Step::whole_ask : Step::part_ask;
        case Verdict::allow: return Step::allow;
    }
    return Step::otherwise;
}

// Collects lines: equal ones once, and no more than a person can read.
class Lines {
public:
    Lines(Detail detail, std::string indent) : most_(detail == Detail::full ? 1000 : 6), indent_(std::move(indent)) {}

    void add(const std::string& line) {
        if (!seen_.insert(line).second) return;
        if (++count_ <= most_) text_ += indent_ + line + '\n';
    }
    [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
    [[nodiscard]] std::string text() const {
        if (count_ <= most_) return text_;
        return text_ + indent_ + "and " + std::to_string(count_ - most_) + " more\n";
    }

private:
    std::size_t most_, count_ = 0;
    std::string indent_, text_;
    std::unordered_set<std::string> seen_;
};

std::string steps_text(const Explained& explained, const TextStyle& style) {
    std::string out = style.bold("Steps") + '\n';
    for (const auto& [step, name, what] : kSteps) {
        out += "  " + std::string(name) + std::string(4 - std::string_view(name).size(), ' ') + what;
        Lines said(explained.detail, "        ");
        for (const Reason& reason : explained.judgement.decision.reasons) {
            if (step_of(reason) == step) said.add(verdict_word(reason.verdict, style) + ": " + reason_text(reason));
        }
        out += said.empty() ? style.dim(": nothing") + '\n' : ":\n" + said.text();
    }
    return out;
}

// What the book of programs says about each command.
std::string meanings_text(const Explained& explained, const TextStyle& style) {
    Lines lines(explained.detail, "  ");
    for (const shell::Command& command : explained.judgement.analysis.commands) {
        if (command.words.empty()) continue;
        const std::string said = programs::describe(programs::read(command.words), command.words);
        if (!said.empty()) lines.add(printable(std::string(command.program())) + ' ' + said);
    }
    return lines.empty() ? "" : style.bold("What the words mean") + '\n' + lines.text() + '\n';
}

std::string unknowns_text(const Explained& explained, const TextStyle& style) {
    const app::Judgement& judgement = explained.judgement;
    if (judgement.analysis.unknowns.empty()) return {};
    Lines lines(explained.detail, "  ");
    for (const shell::Unknown& unknown : judgement.analysis.unknowns) {
        const std::string_view text = judgement.text;
        const std::size_t begin = std::min<std::size_t>(unknown.span.begin, text.size());
        const std::size_t length = std::min<std::size_t>(unknown.span.end - unknown.span.begin, 60);
        std::string line = std::string(to_string(unknown.doubt)) + ": " + printable(unknown.what);
        if (length > 0 && begin < text.size()) line += "  `" + printable(text.substr(begin, length)) + '`';
        lines.add(line);
    }
    return style.bold("Not decided by the text alone") + '\n' + lines.text() + '\n';
}

// The settings file in which a suggested rule belongs.
std::string place_for_rules(const Explained& what) {
    if (what.names_file) {
        for (const settings::Source& source : what.session.settings.sources) {
            if (source.scope == settings::Scope::command_line && source.file != "--set") return source.file;
        }
    }
    return what.session.places.project.text() + "/.postern/settings.json";
}

std::vector<std::string> rules_in(const policy::Decision& decision, std::string Reason::*kind) {
    std::vector<std::string> out;
    for (const Reason& reason : decision.reasons) {
        if (reason.verdict == Verdict::allow || (reason.*kind).empty()) continue;
        if (std::ranges::find(out, reason.*kind) == out.end()) out.push_back(reason.*kind);
    }
    return out;
}

// The reasons that no allow rule outweighs, one line each, with what to do about them.
std::string obstacles(const Explained& what) {
    Lines out(what.detail, "  ");
    for (const Reason& reason : what.judgement.decision.reasons) {
        if (reason.verdict == Verdict::allow || !reason.suggestion.empty()) continue;
        std::string line;
        if (reason.kind == ReasonKind::undecidable) {
            line =
                what.session.policy.sandbox
                    ? "write the command so that its text says what runs, or set \"postern.undecidable\" to \"allow\""
                    : "write the command so that its text says what runs, or let the sandbox hold it "
                      "(\"sandbox.enabled\": true)";
        } else if (reason.kind == ReasonKind::never) {
            line = "only managed settings can: \"postern.liftNeverAllowed\": [\"" + reason.rule + "\"]";
        } else if (!reason.source.empty()) {
            const std::string entry = reason.rule.empty() ? "the entry" : printable(reason.rule);
            line = "take " + entry + " out of " + origin_text(reason) + "; no allow rule outweighs it";
        } else if (reason.kind == ReasonKind::safety) {
            line = "a person must confirm it each time; no setting lifts this: " + printable(reason.message);
        } else {
            line = printable(reason.message);
        }
        out.add(line);
    }
    return out.text();
}

// Writes a rule as a JSON string that can be copied into a settings file.
std::string json_string(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return printable(out) + '"';
}

std::string way_out(const Explained& what, const TextStyle& style) {
    if (what.judgement.decision.verdict == Verdict::allow) return {};
    std::string out = '\n' + style.bold("To allow it") + '\n';
    out += obstacles(what);
    const auto rules = rules_in(what.judgement.decision, &Reason::suggestion);
    if (rules.empty()) return out;
    const std::string file = place_for_rules(what);
    out += "  add to \"permissions\", \"allow\" in " + printable(file) + ":\n";
    for (std::size_t i = 0; i < rules.size(); ++i) {
        out += "      " + json_string(rules[i]) + (i + 1 < rules.size() ? ",\n" : "\n");
    }
    for (const std::string& rule : rules_in(what.judgement.decision, &Reason::wider))
        out += "  or wider, for other calls of this kind: " + json_string(rule) + '\n';
    if (!what.names_file) out += "  then run: postern trust\n";
    return out;
}

}  // namespace

std::string explanation(const Explained& what, const TextStyle& style) {
    const app::Judgement& judgement = what.judgement;
    constexpr std::size_t kShownText = 400;
    std::string out = style.bold(printable(std::string_view(judgement.text).substr(0, kShownText)));
    if (judgement.text.size() > kShownText) out += " … (" + std::to_string(judgement.text.size()) + " bytes)";
    out += '\n' + command_tree(judgement, style) + '\n';
    out += meanings_text(what, style);
    out += unknowns_text(what, style);
    out += steps_text(what, style);
    out += '\n' + style.bold("Verdict") + ": " + verdict_word(judgement.decision.verdict, style);
    if (judgement.decision.sandboxed) out += ", in the sandbox";
    out += '\n';
    return out + way_out(what, style);
}

}  // namespace postern::cli
