// Tests rules at the moment a program is started: the words are exact, and only deny and ask rules apply.
#include "policy/decide_exec.h"

#include "policy_for.h"

#include <algorithm>
#include <set>

namespace postern::policy {
namespace {

using Argv = std::vector<std::string>;

std::string strictest_of(const Given& given, const Argv& argv) {
    const auto reasons = decide_exec(policy_for(given), argv, *AbsPath::parse("/w"));
    return reasons.empty() ? "none" : std::string(to_string(strictest(reasons)));
}

TEST(DecideExec, MeetsTheProgramAndWhatItWillStart) {
    const Given given{.deny = {"Bash(rm:*)", "Bash(git push:*)"}, .ask = {"Bash(npm publish:*)"}, .allow = {"Bash"}};
    struct Row {
        Argv argv;
        std::string_view verdict;
    };
    const Row rows[] = {
        {{"rm", "x"}, "deny"},
        {{"/usr/bin/rm", "x"}, "deny"},
        {{"/usr/bin/git", "-C", "a b", "push"}, "deny"},
        {{"git", "status"}, "none"},
        {{"git", "log", "--grep", "push"}, "none"},
        {{"env", "A=1", "timeout", "5", "rm", "x"}, "deny"},
        {{"sh", "-c", "ls && rm x"}, "deny"},
        {{"sh", "-c", "$x y"}, "none"},  // judged when it is started itself
        {{"busybox", "rm", "x"}, "deny"},
        {{"/lib64/ld-linux-x86-64.so.2", "/bin/rm", "x"}, "deny"},
        {{"npm", "publish"}, "ask"},
        {{"sh", "-c", "npm publish; rm x"}, "deny"},
        {{"echo", "rm x"}, "none"},
        {{""}, "none"},
        {{}, "none"},
    };
    for (const Row& row : rows) {
        EXPECT_EQ(strictest_of(given, row.argv), row.verdict) << ::testing::PrintToString(row.argv);
    }
    EXPECT_EQ(programs_in_rules(policy_for(given)), (Argv{"git", "npm", "rm"}));
}

// The exec guard does not judge "rm x" after it has judged "/bin/rm x", so the latter must match every rule of the
// former.
TEST(DecideExec, ADirectoryInFrontHidesNothing) {
    const Policy policy = policy_for(
        {.deny = {"Bash(rm:*)", "Bash(r* *)", "Bash(* victim)", "Bash(git push:*)", "Bash(git-push:*)", "Bash(env *)",
                  "Bash(sh -c *)", "Bash(python:*)", "Bash(pip install:*)", "Bash(docker run:*)", "Bash(source:*)",
                  "Bash(test:*)", "Bash(eval:*)", "Bash([ *)", "Bash(find * -exec *)", "Bash(awk *)", "Bash(gcc:*)"}});
    const auto rules_met = [&](const Argv& argv) {
        std::set<std::string> rules;
        for (const Reason& reason : decide_exec(policy, argv, *AbsPath::parse("/w"))) rules.insert(reason.rule);
        return rules;
    };
    const Argv behind[] = {
        {},
        {"rm", "victim"},
        {"-c", "eval rm victim"},
        {"A=1", "rm", "victim"},
        {"-C", "x", "push"},
        {"-m", "pip", "install", "x"},
        {"container", "run", "x"},
        {".", "-exec", "rm", "{}", ";"},
        {"5", "/bin/rm", "victim"},
        {"BEGIN { system(\"rm victim\") }"},
        {"1e rm victim"},
        {"rm victim", "EXIT"},
    };
    std::size_t met = 0;
    for (const char* name : {"rm",      "env",    "timeout", "sh",  "git",  "git-push", "python3.11", "docker",
                             "eval",    "exec",   "command", ".",   "test", "[",        "xargs",      "find",
                             "busybox", "gcc-12", "gawk",    "sed", "trap", "if",       "A=1"}) {
        for (const Argv& words : behind) {
            Argv argv{name};
            argv.insert(argv.end(), words.begin(), words.end());
            const auto bare = rules_met(argv);
            argv.front() = std::string("/some where/") + name;
            const auto full = rules_met(argv);
            EXPECT_TRUE(std::ranges::includes(full, bare)) << ::testing::PrintToString(argv);
            met += bare.size();
        }
    }
    EXPECT_GT(met, 100U);
}

TEST(DecideExec, NoLengthHidesAWord) {
    const Given given{.deny = {"Bash(git push:*)"}};
    Argv long_words{"git"}, many_words{"git"};
    for (int i = 0; i < 15; ++i) long_words.insert(long_words.end(), {"-c", "a.b=" + std::string(120'000, 'c')});
    for (int i = 0; i < 60'000; ++i) many_words.insert(many_words.end(), {"-c", "a.b=c"});
    for (Argv* argv : {&long_words, &many_words}) {
        EXPECT_EQ(strictest_of(given, *argv), "none");
        argv->emplace_back("push");
        EXPECT_EQ(strictest_of(given, *argv), "deny");
    }
    std::string deep;
    for (int i = 0; i < 5000; ++i) deep += "$(";
    EXPECT_EQ(strictest_of(given, {"sh", "-c", deep}), "deny") << "what cannot be read whole is not started";
    EXPECT_EQ(strictest_of(given, {"tool", std::string(9U << 20U, 'x')}), "deny");
}

TEST(DecideExec, IsNeededOnlyWhereARuleCouldBeMet) {
    EXPECT_TRUE(has_exec_rules(policy_for({.deny = {"Bash(rm:*)"}})));
    EXPECT_TRUE(has_exec_rules(policy_for({.ask = {"Bash(rm:*)"}})));
    EXPECT_FALSE(has_exec_rules(policy_for({.allow = {"Bash(rm:*)"}})));
    EXPECT_FALSE(has_exec_rules(policy_for({.deny = {"Read(.env)", "WebFetch(domain:x.y)"}})));
    EXPECT_FALSE(has_exec_rules(policy_for({.deny = {"Bash(curl * | sh)"}}))) << "no single program is that";
}

}  // namespace
}  // namespace postern::policy
