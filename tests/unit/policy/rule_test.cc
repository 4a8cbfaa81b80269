#include "policy/rule.h"

#include <gtest/gtest.h>

namespace postern::policy {
namespace {

struct Case {
    const char* text;
    Effect effect;
    RuleKind kind;
    const char* tool;
    const char* specifier;
    const char* parameter;
    const char* why;
};

TEST(Rule, TakesEveryFormApart) {
    const Case cases[] = {
        {"Bash", Effect::deny, RuleKind::whole_tool, "Bash", "", "", "tool alone"},
        {"  Bash ", Effect::deny, RuleKind::whole_tool, "Bash", "", "", "blanks around it"},
        {"Bash(*)", Effect::allow, RuleKind::whole_tool, "Bash", "", "", "a star is everything"},
        {"Bash(npm test:*)", Effect::allow, RuleKind::command, "Bash", "npm test:*", "", "prefix"},
        {"Bash(echo \\(a)", Effect::allow, RuleKind::command, "Bash", "echo (a", "", "escaped parenthesis"},
        {"Bash(f (a) b)", Effect::deny, RuleKind::command, "Bash", "f (a) b", "", "balanced ones need no escape"},
        {"Bash(command:*)", Effect::deny, RuleKind::command, "Bash", "command:*", "", "the builtin called command"},
        {"Bash(npm:run)", Effect::deny, RuleKind::command, "Bash", "npm:run", "", "a colon in a command"},
        {"Bash(run_in_background:true)", Effect::deny, RuleKind::parameter, "Bash", "true", "run_in_background",
         "field"},
        {"Read(./.env)", Effect::deny, RuleKind::path, "Read", "./.env", "", "path"},
        {"Write(/src/**)", Effect::deny, RuleKind::path, "Edit", "/src/**", "", "a deny for one writer is for all"},
        {"NotebookEdit(x)", Effect::ask, RuleKind::path, "Edit", "x", "", "notebooks too"},
        {"Grep(secrets/**)", Effect::deny, RuleKind::path, "Read", "secrets/**", "", "searching is reading"},
        {"Write(/src/**)", Effect::allow, RuleKind::path, "Write", "/src/**", "", "an allow stays with its tool"},
        {"Edit(*)", Effect::deny, RuleKind::whole_tool, "Edit", "", "", "deny of everything"},
        {"Edit(*)", Effect::allow, RuleKind::path, "Edit", "*", "", "allow stays below the working directory"},
        {"WebFetch(domain:example.org)", Effect::allow, RuleKind::domain, "WebFetch", "example.org", "", "domain"},
        {"WebFetch(*)", Effect::deny, RuleKind::whole_tool, "WebFetch", "", "", "all hosts"},
        {"Skill(pdf:*)", Effect::allow, RuleKind::subject, "Skill", "pdf:*", "", "a skill's name may hold a colon"},
        {"Agent(Explore)", Effect::deny, RuleKind::subject, "Agent", "Explore", "", "an agent"},
        {"mcp__db__query(mode:write)", Effect::ask, RuleKind::parameter, "mcp__db__query", "write", "mode",
         "field of a tool"},
        {"mcp__db__*", Effect::allow, RuleKind::whole_tool, "mcp__db__*", "", "", "a star after the server"},
        {"mcp__*", Effect::deny, RuleKind::whole_tool, "mcp__*", "", "", "deny may use stars freely"},
        {"*", Effect::deny, RuleKind::whole_tool, "*", "", "", "every tool"},
    };
    for (const Case& c : cases) {
        const auto rule = parse_rule(c.text, c.effect);
        ASSERT_TRUE(rule) << c.text << ": " << c.why << ": " << rule.error().what;
        EXPECT_EQ(rule->kind, c.kind) << c.text << ": " << c.why;
        EXPECT_EQ(rule->tool, c.tool) << c.text << ": " << c.why;
        EXPECT_EQ(rule->specifier, c.specifier) << c.text << ": " << c.why;
        EXPECT_EQ(rule->parameter, c.parameter) << c.text << ": " << c.why;
    }
}

struct BadCase {
    std::string text;
    Effect effect;
    const char* says;
};

TEST(Rule, RefusesWhatItDoesNotUnderstand) {
    const BadCase cases[] = {
        {"", Effect::deny, "is empty"},
        {"Bash()", Effect::deny, "nothing between"},
        {"Bash( )", Effect::deny, "nothing between"},
        {"Bash(rm:*", Effect::deny, "lacks the closing"},
        {"Bash(rm:*))", Effect::deny, "do not match"},
        {"Bash(a)(b)", Effect::deny, "do not match"},
        {"Bash(a)b", Effect::deny, "goes on after"},
        {"Bash)", Effect::deny, ") without ("},
        {"(rm)", Effect::deny, "names no tool"},
        {"Bash (rm)", Effect::deny, "' '"},
        {"bash(rm:*)", Effect::deny, "did you mean \"Bash\""},
        {"READ", Effect::allow, "did you mean \"Read\""},
        {"Bash(rm\n-rf)", Effect::deny, "control character"},
        {std::string("Bash(rm\0)", 9), Effect::deny, "control character"},
        {"Bash(command:rm)", Effect::deny, "write it as Bash(rm)"},
        {"Read(file_path:x)", Effect::deny, "write it as Read(x)"},
        {"Bash(timeout:5)", Effect::allow, "only ask and deny"},
        {"B*", Effect::allow, "may not use *"},
        {"mcp__*", Effect::allow, "may not use *"},
        {"mcp__*(x)", Effect::deny, "name the tool"},
        {"WebFetch(https://example.org/)", Effect::deny, "WebFetch(domain:"},
        {"WebFetch(example.org)", Effect::deny, "WebFetch(domain:"},
        {"WebFetch(domain:)", Effect::deny, "names no domain"},
        {std::string(5000, 'x'), Effect::deny, "longer than"},
    };
    for (const BadCase& c : cases) {
        const auto rule = parse_rule(c.text, c.effect);
        ASSERT_FALSE(rule) << c.text;
        EXPECT_NE(rule.error().what.find(c.says), std::string::npos) << c.text << ": " << rule.error().what;
    }
}

TEST(Rule, NamesTools) {
    const auto names = [](const char* rule, const char* tool) {
        return names_tool(*parse_rule(rule, Effect::deny), tool);
    };
    EXPECT_TRUE(names("Bash", "Bash"));
    EXPECT_FALSE(names("Bash", "BashOutput"));
    EXPECT_TRUE(names("*", "Anything"));
    EXPECT_TRUE(names("mcp__db", "mcp__db__query")) << "a server stands for its tools";
    EXPECT_FALSE(names("mcp__db", "mcp__dbx__query"));
    EXPECT_TRUE(names("mcp__*__delete_*", "mcp__db__delete_row"));
    EXPECT_FALSE(names("mcp__*__delete_*", "mcp__db__query"));
}

TEST(Rule, SaysWhichRulesCanHardlyMeetAnything) {
    for (const char* text : {"Shell(rm)", "Shell(rm:*)", "Exec", "Bash(rm:* -rf)", "Bash(git:* push)", "Zsh*"}) {
        const auto rule = parse_rule(text, Effect::deny);
        ASSERT_TRUE(rule) << text;
        EXPECT_TRUE(doubtful(*rule)) << text;
    }
    for (const char* text : {"Bash", "Bash(rm:*)", "Bash(rm *)", "Bash(foo:bar)", "Read(.env)", "mcp__files", "mcp__*",
                             "Skill(x)", "WebFetch(domain:x.test)", "Web*", "Bash(timeout:5)", "TodoWrite"}) {
        const auto rule = parse_rule(text, Effect::deny);
        ASSERT_TRUE(rule) << text;
        EXPECT_FALSE(doubtful(*rule)) << text << ": " << *doubtful(*rule);
    }
}

}  // namespace
}  // namespace postern::policy
