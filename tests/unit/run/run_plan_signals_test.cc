// Signals that reach us, and where they go.
#include "fake_plan.h"

#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

namespace postern::run {
namespace {

using test::capturing;
using test::fake_plan;
using test::plain_plan;

using Signals = test::DescriptorTest;

// Sends signals to this process from another one, 30 ms apart, until it is told to stop by going out of scope.
class Sender {
public:
    Sender(std::vector<int> signals, int first_after_ms) {
        const pid_t target = ::getpid();
        // A grandchild, so that it is not ours to be reaped by the supervisor.
        const pid_t middle = ::fork();
        if (middle == 0) {
            if (::fork() == 0) {
                (void)::usleep(static_cast<useconds_t>(first_after_ms) * 1000);
                for (const int signal : signals) {
                    (void)::kill(target, signal);
                    (void)::usleep(30'000);
                }
            }
            ::_exit(0);
        }
        (void)::waitpid(middle, nullptr, 0);
    }
};

TEST_F(Signals, ArePassedOn) {
    const Sender sender({SIGINT, SIGTERM, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGWINCH, SIGTSTP}, 200);
    const auto run = run_plan(fake_plan({"ready", "show-orders=9", "exited=0"}), capturing());
    EXPECT_EQ(run.outcome, Outcome(Exited{0}));
    EXPECT_EQ(run.out->text, "1:2\n1:15\n1:15\n1:1\n1:3\n1:10\n1:12\n1:28\n1:20\n");
}

TEST_F(Signals, ToAPlainProgramToo) {
    const Sender sender({SIGUSR1}, 200);
    const auto run = run_plan(plain_plan("trap 'exit 9' USR1; while :; do sleep 0.01; done"), {});
    EXPECT_EQ(run.outcome, Outcome(Exited{9}));
}

TEST_F(Signals, WhoAsksTwiceDuringTheSetUpIsNotKeptWaiting) {
    const Sender sender({SIGINT, SIGINT}, 100);
    const auto run = run_plan(fake_plan({"sleep=60000"}), {});
    EXPECT_EQ(run.outcome, Outcome(Signaled{SIGINT}));
}

TEST_F(Signals, TheFirstOneWaitsUntilTheCommandIsThere) {
    const Sender sender({SIGTERM}, 50);
    EXPECT_EQ(run_plan(fake_plan({"sleep=300", "ready", "await=1:15", "signaled=15"}), {}).outcome,
              Outcome(Signaled{SIGTERM}));
}

TEST_F(Signals, WhatWasIgnoredStaysIgnored) {
    struct sigaction ignore {
    }, before{};
    ignore.sa_handler = SIG_IGN;
    ASSERT_EQ(::sigaction(SIGHUP, &ignore, &before), 0);
    const Sender sender({SIGHUP, SIGTERM}, 100);
    const auto run = run_plan(fake_plan({"ready", "show-orders=1", "exited=0"}), capturing());
    (void)::sigaction(SIGHUP, &before, nullptr);
    EXPECT_EQ(run.out->text, "1:15\n");
}

TEST_F(Signals, OrdersThatNobodyReadDoNotHideTheEnd) {
    const Sender sender(std::vector<int>(5, SIGWINCH), 0);
    std::vector<std::string> words{"ready", "sleep=300", "exited=0"};  // reads no orders at all
    EXPECT_EQ(run_plan(fake_plan(words), {}).outcome, Outcome(Exited{0}));
}

TEST_F(Signals, ContinuingUsContinuesTheCommand) {
    const Sender sender({SIGCONT}, 100);
    EXPECT_EQ(run_plan(fake_plan({"ready", "stopped=19", "await=1:18", "exited=0"}), {}).outcome, Outcome(Exited{0}));
}

}  // namespace
}  // namespace postern::run
