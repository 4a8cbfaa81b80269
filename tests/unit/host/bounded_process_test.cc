#include "host/bounded_process.h"

#include <gtest/gtest.h>

#include <csignal>

namespace postern::host {
namespace {

using namespace std::chrono_literals;

Result<ProcessAnswer> shell(const std::string& script, std::chrono::milliseconds limit = 2000ms) {
    return ask(
        {.program = *AbsPath::parse("/bin/sh"), .arguments = {"-c", script}, .limit = limit, .most_output = 1000});
}

TEST(Ask, StatusAndOutput) {
    EXPECT_EQ(*shell("echo out; echo err >&2"), (ProcessAnswer{0, "out\nerr\n"}));
    EXPECT_EQ(*shell("exit 3"), (ProcessAnswer{3, ""}));
    EXPECT_EQ(*shell("kill -TERM $$"), (ProcessAnswer{128 + SIGTERM, ""}));
    EXPECT_EQ(*shell("cat; env | sort | grep -v -e PWD -e SHLVL -e _="),
              (ProcessAnswer{0, "LC_ALL=C\nPATH=/usr/local/bin:/usr/bin:/bin\n"}));
}

TEST(Ask, InputEnvironmentAndErrors) {
    const std::string input(100'000, 'x');
    const auto answered = ask({.program = *AbsPath::parse("/bin/sh"),
                               .arguments = {"-c", "wc -c | tr -d ' '; echo $A; echo err >&2"},
                               .input = input,
                               .environment = {"A=b c"},
                               .errors = Answerer::Errors::dropped});
    ASSERT_TRUE(answered);
    EXPECT_EQ(*answered, (ProcessAnswer{0, "100000\nb c\n"}));
}

TEST(Ask, WhoeverDoesNotEndIsEnded) {
    struct Row {
        const char *script, *why;
    };
    for (const Row& row :
         {Row{"sleep 60", "silent"}, Row{"exec >&- 2>&-; sleep 60", "output closed"},
          Row{"trap '' TERM; sleep 60", "stubborn"}, Row{"sleep 60 & echo done", "a child holds on"}}) {
        const auto begin = std::chrono::steady_clock::now();
        const auto answered = shell(row.script, 200ms);
        ASSERT_FALSE(answered) << row.why;
        EXPECT_EQ(answered.error().what, "does not end in time") << row.why;
        EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s) << row.why;
    }
}

TEST(Ask, WhoeverSaysTooMuchIsEnded) {
    const auto answered = shell("while :; do echo garbage; done");
    ASSERT_FALSE(answered);
    EXPECT_EQ(answered.error().what, "says too much");
}

TEST(Ask, IgnoredChildSignalDoesNotLoseTheStatus) {
    const auto before = std::signal(SIGCHLD, SIG_IGN);
    EXPECT_EQ(*shell("exit 7"), (ProcessAnswer{7, ""}));
    EXPECT_EQ(std::signal(SIGCHLD, before), SIG_IGN) << "and it is ignored again";
}

TEST(Ask, NothingToStart) {
    EXPECT_FALSE(ask({.program = *AbsPath::parse("/no/such/program")}));
    EXPECT_FALSE(ask({.program = *AbsPath::parse("/etc/passwd")}));
}

}  // namespace
}  // namespace postern::host
