#include "policy/harmless.h"

#include "policy_for.h"

namespace postern::policy {
namespace {

std::string grounds(std::string_view text, const Given& given = {}) {
    return harmless_grounds(policy_for(given), shell::analyse(text));
}

TEST(Harmless, WhatOnlyReadsInsideTheWorkingDirectories) {
    for (const std::string_view text :
         {"ls", "cat f", "cat f | sort | uniq -c", "git status && git log -3", "grep -r x src", "find . -name '*.c'",
          "wc -l < f", "cd src && ls", "true; pwd", "cat /w/f", "head -5 f 2>/dev/null"}) {
        EXPECT_NE(grounds(text), "") << text;
    }
}

TEST(Harmless, NothingElse) {
    for (const std::string_view text : {"",
                                        "touch f",
                                        "rm f",
                                        "cat f > g",
                                        "cat f >> g",
                                        "sort -o f f",
                                        "sed -i s/a/b/ f",
                                        "cat /etc/passwd",
                                        "cat ~/.ssh/id",
                                        "cat ../f",
                                        "cd .. && cat f",
                                        "cat $X",
                                        "$X",
                                        "ls; $X",
                                        "sh f",
                                        "sh -c ls",
                                        "python3 f",
                                        "make",
                                        "npm test",
                                        "curl http://a.test/",
                                        "git push",
                                        "git fetch",
                                        "ssh a ls",
                                        "find . -delete",
                                        "find . -exec rm {} +",
                                        "xargs cat",
                                        "unknown-program",
                                        "./ls",
                                        "PATH=. ls",
                                        "LD_PRELOAD=./x ls",
                                        "ls & rm f",
                                        "cat f; (",
                                        "awk 'BEGIN { system(\"x\") }'",
                                        "git diff --ext-diff",
                                        "eval ls",
                                        "docker ps",
                                        "sudo ls"}) {
        EXPECT_EQ(grounds(text), "") << text;
    }
}

TEST(Harmless, NoRuleAndNoModeCounts) {
    const Given all{.allow = {"Bash"}, .mode = settings::Mode::bypass_permissions};
    EXPECT_EQ(grounds("rm f", all), "");
    EXPECT_NE(grounds("ls", {.deny = {"Bash(ls:*)"}}), "") << "who denies is asked elsewhere";
    EXPECT_NE(grounds("cat /more/f", {.directories = {"/more"}}), "");
}

// Who may lift what asks.
TEST(MayAnswer, FollowsTheReason) {
    const auto of = [](const Given& given, std::string_view text) {
        auto out = MayAnswer::anybody;
        for (const Reason& reason : decide(policy_for(given), text).reasons) {
            if (reason.verdict == Verdict::ask) out = std::max(out, reason.may_answer);
        }
        return out;
    };
    EXPECT_EQ(of({.ask = {"Bash"}}, "ls"), MayAnswer::anybody);
    EXPECT_EQ(of({}, "make"), MayAnswer::anybody) << "no rule allows it";
    EXPECT_EQ(of({.ask = {"Bash(ls:*)"}}, "ls"), MayAnswer::chosen);
    EXPECT_EQ(of({.ask = {"Bash(rm:*)"}, .undecidable = settings::Caution::ask}, "$x -rf a"), MayAnswer::chosen);
    EXPECT_EQ(of({.allow = {"Bash"}}, "echo x > .git/hooks/pre-commit"), MayAnswer::chosen) << "a protected file";
    EXPECT_EQ(of({.allow = {"Bash"}}, "rm -rf /w"), MayAnswer::person) << "what nobody means to remove";
}

TEST(MayAnswer, AnInteractiveRuleIsForAPersonAndHoldsInTheSandbox) {
    for (const std::string_view rule : {"Bash", "Bash(ls:*)"}) {
        settings::Settings settings = settings_for({.sandbox = true, .mode = settings::Mode::bypass_permissions});
        settings::RuleEntry entry;
        entry.text = rule;
        entry.interactive = true;
        settings.permissions.ask.push_back(entry);
        const auto compiled = compile(settings, {.cwd = *AbsPath::parse("/w"), .has_sandbox = true});
        ASSERT_TRUE(compiled);
        const Decision decision = decide(compiled->policy, "ls");
        EXPECT_EQ(decision.verdict, Verdict::ask) << rule;
        EXPECT_EQ(decision.reasons.front().may_answer, MayAnswer::person);
        settings.permissions.ask.clear();
        settings.permissions.deny = {entry};
        EXPECT_FALSE(compile(settings, {})) << "nobody is asked about a denial";
    }
}

}  // namespace
}  // namespace postern::policy
