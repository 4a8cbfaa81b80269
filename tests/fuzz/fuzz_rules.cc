// Matches a rule against a command line or path, separated by a newline. Allow must never match more than deny.
#include "base/abs_path.h"
#include "fuzz_check.h"
#include "policy/bash_match.h"
#include "policy/command_pattern.h"
#include "policy/path_pattern.h"
#include "policy/rule.h"
#include "shell/analysis.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace {

using namespace postern;
using namespace postern::policy;

void meet_command(std::string_view specifier, std::string_view line) {
    const auto pattern = CommandPattern::compile(specifier);
    if (!pattern) return;
    (void)pattern->matches_line(line);
    const shell::Analysis analysis = shell::analyse(line);
    for (const shell::Command& command : analysis.commands) {
        if (command.words.empty()) continue;
        const Match generous = match_generously(*pattern, command);
        if (match_strictly(*pattern, command)) promise(generous == Match::yes, "what allow matches, deny matches");
    }
}

void meet_path(std::string_view specifier, std::string_view text) {
    const auto directory = AbsPath::parse("/w/project");
    const auto home = AbsPath::parse("/home/u");
    const Anchors anchors{.cwd = *directory, .home = *home, .settings_dir = *directory};
    const auto allow = PathPattern::compile(specifier, anchors, Effect::allow);
    const auto deny = PathPattern::compile(specifier, anchors, Effect::deny);
    promise(allow.has_value() == deny.has_value(), "a path pattern is valid for allow and deny alike");
    const auto path = AbsPath::parse(text);
    if (!allow || !path) return;
    const bool denied = deny->matches(*path);
    if (allow->matches(*path)) promise(denied, "what allow covers, deny covers");
    if (denied) promise(deny->matches_at_or_below(AbsPath::root()), "a match lies below the root");
    if (denied)
        promise(deny->match(text.front() == '/' ? path->text() : text, Hole::anything) == Match::yes,
                "both readings agree");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::size_t line_end = input.find('\n');
    const std::string_view text = input.substr(0, line_end);
    const std::string_view subject =
        line_end == std::string_view::npos ? std::string_view{} : input.substr(line_end + 1);
    for (const Effect effect : {Effect::allow, Effect::ask, Effect::deny}) {
        const auto rule = parse_rule(text, effect);
        if (!rule) continue;
        promise(rule->effect == effect, "a rule keeps its effect");
        promise(!rule->tool.empty(), "a rule names a tool");
        promise(rule->kind == RuleKind::whole_tool || !rule->specifier.empty() || !rule->parameter.empty(),
                "a rule says what it is about");
        (void)names_tool(*rule, "Bash");
        if (rule->kind == RuleKind::command) meet_command(rule->specifier, subject);
        if (rule->kind == RuleKind::path) meet_path(rule->specifier, subject);
    }
    return 0;
}
