#include "approval/asked_process.h"

#include "approval/small_loop.h"

#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <optional>

#include <sys/wait.h>
#include <unistd.h>

namespace postern::approval {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLong{60'000};

class AskedPrograms : public testing::Test {
protected:
    // Returns what the shell script says to the question, or how it failed.
    std::string say(const std::string& script, milliseconds limit = kLong, const std::string& input = "question\n") {
        std::optional<std::string> out;
        auto process = AskedProcess::start(
            {.words = {"/bin/sh", "-c", script}, .limit = limit}, input, loop,
            [&](const Result<std::string>& said) { out = said ? "said: " + *said : "failed: " + said.error().what; });
        if (!process) return "not started: " + process.error().what;
        while (!out && loop.serve_next()) continue;
        return out.value_or("nothing");
    }

    SmallLoop loop;
};

TEST_F(AskedPrograms, TextInTextOut) {
    EXPECT_EQ(say("read line; echo \"$line?\""), "said: question?\n");
    EXPECT_EQ(say("cat", kLong, std::string(200'000, 'x') + "\n").substr(0, 8), "failed: ") << "it says too much";
    EXPECT_EQ(say("cat", kLong, std::string(60'000, 'x')).size(), 60'006U);
    EXPECT_EQ(say("exec >&-; read line; true"), "said: ");
}

TEST_F(AskedPrograms, HasNothingOfOurEnvironment) {
    ASSERT_EQ(::setenv("LD_PRELOAD_OF_A_TEST", "x", 1), 0);
    const std::string said = say("env | cut -d= -f1 | sort | tr '\\n' ' '; pwd");
    EXPECT_EQ(said.find("LD_PRELOAD_OF_A_TEST"), std::string::npos);
    EXPECT_NE(said.find("HOME"), std::string::npos);
    EXPECT_NE(said.find("PATH"), std::string::npos);
    EXPECT_NE(said.find("/\n"), std::string::npos);
    EXPECT_EQ(say("(: < /dev/tty) 2>/dev/null && echo a terminal; true"), "said: ");
}

TEST_F(AskedPrograms, FailuresAreTold) {
    EXPECT_EQ(say("echo yes; exit 3"), "failed: ended with status 3");
    EXPECT_EQ(say("echo yes; kill -SEGV $$"), "failed: was ended by signal 11");
    EXPECT_EQ(say("sleep 1000", milliseconds(30)), "failed: did not answer within 30 ms");
    EXPECT_EQ(say("yes"), "failed: said more than 65536 bytes");
    std::optional<std::string> failed;
    auto process = AskedProcess::start({.words = {"/nonexistent/program"}}, "", loop,
                                       [&](const Result<std::string>& r) { failed = r ? "" : r.error().what; });
    ASSERT_TRUE(process);
    while (!failed && loop.serve_next()) continue;
    EXPECT_EQ(failed, "could not be started");
}

TEST_F(AskedPrograms, AnIgnoredSignalDoesNotHideACrash) {
    (void)std::signal(SIGCHLD, SIG_IGN);
    EXPECT_EQ(say("echo yes; exit 3"), "failed: ended with status 3");
    (void)std::signal(SIGCHLD, SIG_DFL);
}

// Children of its own, in groups of their own, hold the pipe open: `held` ends only with the last of them.
TEST_F(AskedPrograms, LeavesNoProcess) {
    for (const bool withdrawn : {false, true}) {
        int held[2];
        ASSERT_EQ(::pipe(held), 0);
        const std::string hold = "/dev/fd/" + std::to_string(held[1]);
        const std::string script =
            "set -m; (sleep 1000 3> " + hold + ") & sleep 1000 3> " + hold + " & " + (withdrawn ? "wait" : "echo done");
        bool ended = false;
        auto process = AskedProcess::start({.words = {"/bin/bash", "-c", script}, .limit = kLong}, "", loop,
                                           [&](const Result<std::string>&) { ended = true; });
        ASSERT_TRUE(process);
        ASSERT_EQ(::close(held[1]), 0);
        if (!withdrawn) {
            while (!ended && loop.serve_next()) continue;
        }
        process->reset();
        char byte = 0;
        EXPECT_EQ(::read(held[0], &byte, 1), 0) << "somebody still holds it";
        (void)::close(held[0]);
        EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "no child is left";
    }
}

}  // namespace
}  // namespace postern::approval
