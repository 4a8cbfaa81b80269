#include "policy/rule.h"

#include "base/glob.h"
#include "base/nearest.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <vector>

namespace postern::policy {
namespace {

enum class Family { command, read, edit, web, subject, other };

struct KnownTool {
    std::string_view name;
    Family family;
    std::string_view main_field;  // of its input; empty if no field is refused as a parameter
};

constexpr auto kTools = std::to_array<KnownTool>({
    {"Bash", Family::command, "command"},
    {"Read", Family::read, "file_path"},
    {"Glob", Family::read, "pattern"},
    {"Grep", Family::read, "pattern"},
    {"LS", Family::read, "path"},
    {"NotebookRead", Family::read, "notebook_path"},
    {"Edit", Family::edit, "file_path"},
    {"Write", Family::edit, "file_path"},
    {"MultiEdit", Family::edit, "file_path"},
    {"NotebookEdit", Family::edit, "notebook_path"},
    {"WebFetch", Family::web, "url"},
    {"WebSearch", Family::other, "query"},
    {"Agent", Family::subject, ""},
    {"Task", Family::subject, ""},
    {"Skill", Family::subject, ""},
    {"SlashCommand", Family::subject, ""},
    {"TodoWrite", Family::other, ""},
    {"BashOutput", Family::other, ""},
    {"KillShell", Family::other, ""},
    {"ExitPlanMode", Family::other, ""},
});

// Fields of Bash's input besides the command. Any other `word:text` is command text.
constexpr auto kBashFields =
    std::to_array<std::string_view>({"run_in_background", "dangerouslyDisableSandbox", "timeout", "description"});

bool same_ignoring_case(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b,
                              [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

const KnownTool* known(std::string_view name) {
    const auto* const it = std::ranges::find(kTools, name, &KnownTool::name);
    return it == kTools.end() ? nullptr : it;
}

tl::unexpected<Error> bad(std::string_view text, std::string why) {
    std::string shown;
    for (const char c : text) shown += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
    return fail(Errc::parse, "the rule \"" + shown + "\" " + std::move(why));
}

bool balanced(std::string_view s) {
    int depth = 0;
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (s[i] == '\\') {
            ++i;
        } else if (s[i] == '(') {
            ++depth;
        } else if (s[i] == ')' && --depth < 0) {
            return false;
        }
    }
    return depth == 0;
}

void unescape_parentheses(std::string& s) {
    for (std::size_t i = s.find('\\'); i != std::string::npos && i + 1 < s.size(); i = s.find('\\', i + 1)) {
        if (s[i + 1] == '(' || s[i + 1] == ')') s.erase(i, 1);
    }
}

// Returns `name` of `name:value`, or nullopt if the text has another form.
std::optional<std::string_view> field_of(std::string_view specifier) {
    const std::size_t colon = specifier.find(':');
    if (colon == std::string_view::npos || colon == 0 || colon + 1 == specifier.size()) return std::nullopt;
    const std::string_view name = specifier.substr(0, colon);
    if (std::isdigit(static_cast<unsigned char>(name.front()))) return std::nullopt;
    const bool plain = std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
    return plain ? std::optional(name) : std::nullopt;
}

bool only_stars(std::string_view s) {
    return !s.empty() && std::ranges::all_of(s, [](char c) { return c == '*' || c == ' ' || c == '\t'; });
}

Status check_tool_name(std::string_view text, std::string_view tool, Effect effect) {
    if (known(tool) != nullptr) return {};
    if (tool.empty()) return bad(text, "names no tool");
    for (const char c : tool) {
        if (std::isalnum(static_cast<unsigned char>(c)) || static_cast<unsigned char>(c) >= 0x80) continue;
        if (std::string_view("_-.*:/@").find(c) == std::string_view::npos) {
            return bad(text, std::string("has '") + c + "' in the tool's name");
        }
    }
    const std::size_t star = tool.find('*');
    if (star != std::string_view::npos && effect == Effect::allow) {
        // An allow rule may have a pattern only after mcp__server__, so that the server is spelled out.
        const std::string_view fixed = tool.substr(0, star);
        const std::size_t server_end = fixed.starts_with("mcp__") ? fixed.find("__", 6) : std::string_view::npos;
        if (server_end == std::string_view::npos) {
            return bad(text, "may not use * in the tool's name: allow takes it only after mcp__server__");
        }
    }
    for (const KnownTool& t : kTools) {
        if (same_ignoring_case(t.name, tool)) {
            return bad(text, "names no tool; did you mean \"" + std::string(t.name) + "\"?");
        }
    }
    return {};
}

// Each of these completes a rule that has a tool and a specifier.
Status as_parameter(Rule& rule, const KnownTool* tool) {
    const std::string field(field_of(rule.specifier).value_or(std::string_view{}));
    if (tool != nullptr && tool->main_field == field) {
        return bad(rule.text, "cannot match the field \"" + field + "\"; write it as " + std::string(tool->name) + "(" +
                                  rule.specifier.substr(field.size() + 1) + ")");
    }
    if (rule.effect == Effect::allow) {
        return bad(rule.text, "matches an input field, which only ask and deny may do");
    }
    rule.kind = RuleKind::parameter;
    rule.parameter = field;
    rule.specifier.erase(0, field.size() + 1);
    return {};
}

Status as_command(Rule& rule, const KnownTool* tool) {
    const auto field = field_of(rule.specifier);
    if (field && std::string_view(rule.specifier).substr(field->size() + 1) != "*") {
        const bool names_field =
            *field == tool->main_field || std::ranges::find(kBashFields, *field) != kBashFields.end();
        if (names_field) return as_parameter(rule, tool);
    }
    rule.kind = RuleKind::command;
    unescape_parentheses(rule.specifier);
    return {};
}

Status as_path(Rule& rule, const KnownTool* tool) {
    if (field_of(rule.specifier) == tool->main_field) {
        return as_parameter(rule, tool);
    }
    rule.kind = RuleKind::path;
    if (rule.effect != Effect::allow) rule.tool = tool->family == Family::read ? "Read" : "Edit";
    return {};
}

Status as_web(Rule& rule, const KnownTool* tool) {
    constexpr std::string_view kPrefix = "domain:";
    if (rule.specifier.starts_with(kPrefix)) {
        rule.kind = RuleKind::domain;
        rule.specifier = std::string(trimmed(rule.specifier.substr(kPrefix.size())));
        if (rule.specifier.empty()) return bad(rule.text, "names no domain");
        return {};
    }
    const auto field = field_of(rule.specifier);
    if (field && *field != "http" && *field != "https") {
        return as_parameter(rule, tool);
    }
    return bad(rule.text, "must be of the form WebFetch(domain:example.org)");
}

Status with_specifier(Rule& rule) {
    const KnownTool* const tool = known(rule.tool);
    if (rule.tool.find('*') != std::string::npos) {
        if (field_of(rule.specifier)) return as_parameter(rule, nullptr);
        return bad(rule.text, "has both a pattern for the tool's name and a specifier; name the tool");
    }
    if (only_stars(rule.specifier)) {
        const bool whole = rule.effect != Effect::allow || tool == nullptr ||
                           (tool->family != Family::read && tool->family != Family::edit);
        if (whole) {
            rule.specifier.clear();
            return {};
        }
    }
    switch (tool == nullptr ? Family::other : tool->family) {
        case Family::command: return as_command(rule, tool);
        case Family::read:
        case Family::edit: return as_path(rule, tool);
        case Family::web: return as_web(rule, tool);
        case Family::subject: break;
        case Family::other:
            if (field_of(rule.specifier)) return as_parameter(rule, tool);
            break;
    }
    rule.kind = RuleKind::subject;
    return {};
}

}  // namespace

Result<Rule> parse_rule(std::string_view raw, Effect effect) {
    const std::string_view text = trimmed(raw);
    if (text.empty()) return bad(text, "is empty");
    if (text.size() > 4096) return bad(text.substr(0, 40), "is longer than 4096 bytes");
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte < 0x20 && c != '\t') || byte == 0x7f) return bad(text, "holds a control character");
    }
    Rule rule;
    rule.text = std::string(text);
    rule.effect = effect;
    const std::size_t open = text.find('(');
    if (open == std::string_view::npos) {
        if (text.find(')') != std::string_view::npos) return bad(text, "has ) without (");
        rule.tool = rule.text;
        if (auto ok = check_tool_name(text, rule.tool, effect); !ok) return tl::unexpected(ok.error());
        return rule;
    }
    if (text.back() != ')') {
        const bool closed = text.find(')', open) != std::string_view::npos;
        return bad(text, closed ? "goes on after the closing )" : "lacks the closing )");
    }
    rule.tool = std::string(text.substr(0, open));
    if (auto ok = check_tool_name(text, rule.tool, effect); !ok) return tl::unexpected(ok.error());
    const std::string_view inside = text.substr(open + 1, text.size() - open - 2);
    if (!balanced(inside)) return bad(text, "has parentheses that do not match; write \\( or \\) for a lone one");
    rule.specifier = std::string(trimmed(inside));
    if (rule.specifier.empty()) {
        return bad(text, "has nothing between the parentheses; write \"" + rule.tool + "\" for the whole tool");
    }
    if (Status ok = with_specifier(rule); !ok) return tl::unexpected(std::move(ok.error()));
    return rule;
}

bool names_tool(const Rule& rule, std::string_view tool) noexcept {
    const std::string_view name = rule.tool;
    if (name == tool) return true;
    if (name.find('*') != std::string_view::npos) return glob_match(name, tool);
    const bool whole_server = name.starts_with("mcp__") && name.find("__", 5) == std::string_view::npos;
    return whole_server && tool.size() > name.size() + 2 && tool.starts_with(name) &&
           tool.substr(name.size(), 2) == "__";
}

std::optional<std::string> doubtful(const Rule& rule) {
    const bool pattern = rule.tool.find('*') != std::string::npos;
    if (known(rule.tool) == nullptr && !pattern && !rule.tool.starts_with("mcp__")) {
        std::vector<std::string_view> names;
        names.reserve(std::size(kTools));
        for (const KnownTool& tool : kTools) names.push_back(tool.name);
        const auto meant = nearest(rule.tool, names);
        return "no tool named " + rule.tool + " is known, so the rule meets nothing that Postern judges" +
               (meant ? "; did you mean " + std::string(*meant) + "?" : "; commands are Bash(...)");
    }
    if (pattern && std::ranges::none_of(kTools, [&](const KnownTool& tool) { return names_tool(rule, tool.name); }) &&
        !rule.tool.starts_with("mcp__")) {
        return "no tool that is known has such a name, so the rule meets nothing that Postern judges";
    }
    const std::size_t colon = rule.kind == RuleKind::command ? rule.specifier.find(":*") : std::string::npos;
    if (colon != std::string::npos && colon + 2 < rule.specifier.size()) {
        return "`:*` stands for anything only at the end; here it is a colon and a star, which few commands have";
    }
    return std::nullopt;
}

std::string_view to_string(Effect effect) noexcept {
    switch (effect) {
        case Effect::allow: return "allow";
        case Effect::ask: return "ask";
        case Effect::deny: return "deny";
    }
    return "deny";
}

}  // namespace postern::policy
