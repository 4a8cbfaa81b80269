// Tests of the time limit.
#include "fake_plan.h"

#include <csignal>
#include <memory>

#include <unistd.h>

namespace postern::run {
namespace {

using namespace std::chrono_literals;
using test::capturing;
using test::fake_plan;
using test::plain_plan;

using TimeLimit = test::DescriptorTest;

RunResult limited(backend::LaunchPlan plan, std::uint32_t ms, std::chrono::milliseconds kill_after,
                  Request request = capturing()) {
    plan.limits.timeout_ms = ms;
    request.kill_after = kill_after;
    return run_plan(std::move(plan), request);
}

TEST_F(TimeLimit, AsksFirst) {
    // SIGTERM, then SIGCONT in case the command is stopped.
    const auto run = limited(fake_plan({"ready", "show-orders=2", "exited=0"}), 50, 20s);
    EXPECT_EQ(run.outcome, Outcome(TimedOut{50}));  // whatever its own status
    EXPECT_EQ(run.out->text, "1:15\n1:18\n");
    EXPECT_GE(run.duration, 50ms);
    EXPECT_LT(run.duration, 10s);
}

TEST_F(TimeLimit, ThenKills) {
    const auto run = limited(fake_plan({"ready", "sleep=60000"}), 50, 100ms);
    EXPECT_EQ(run.outcome, Outcome(TimedOut{50}));
    EXPECT_GE(run.duration, 150ms);
    EXPECT_LT(run.duration, 10s);
}

TEST_F(TimeLimit, HoldsForAPlainProgramToo) {
    EXPECT_EQ(limited(plain_plan("exec sleep 60"), 50, 20s).outcome, Outcome(TimedOut{50}));
    EXPECT_EQ(limited(plain_plan("trap '' TERM; while :; do sleep 0.01; done"), 50, 100ms).outcome,
              Outcome(TimedOut{50}));
}

TEST_F(TimeLimit, HoldsForACommandThatStopsItself) {
    EXPECT_EQ(limited(fake_plan({"ready", "stopped=19", "await=1:15", "await=1:18", "signaled=15"}), 50, 20s).outcome,
              Outcome(TimedOut{50}));
}

TEST_F(TimeLimit, HoldsDuringTheSetUp) {
    EXPECT_EQ(limited(fake_plan({"sleep=60000"}), 50, 50ms).outcome, Outcome(TimedOut{50}));
}

TEST_F(TimeLimit, AnEndInTimeIsAnEnd) {
    EXPECT_EQ(limited(fake_plan({"ready", "exited=3"}), 60'000, 1s).outcome, Outcome(Exited{3}));
    // The command is over. The rest of the sandbox has a time limit of its own.
    EXPECT_EQ(limited(fake_plan({"ready", "exited=3", "sleep=200"}), 50, 10ms).outcome, Outcome(Exited{3}));
}

TEST_F(TimeLimit, TheClockCanBeStopped) {
    Request request = capturing();
    request.accept = [](std::uint32_t, std::vector<UniqueFd> fds, LoopControl& loop) {
        const auto shared = std::make_shared<UniqueFd>(std::move(fds.front()));
        return Watched{.fd = shared->get(), .ready = [&loop, shared] {
                           loop.hold({.on_held = [](bool) {}, .on_give_up = [] {}});
                           return false;
                       }};
    };
    const auto run = limited(fake_plan({"fd", "await=0:0", "ready", "sleep=400", "exited=0"}), 200, 10ms, request);
    EXPECT_EQ(run.outcome, Outcome(Exited{0}));
}

}  // namespace
}  // namespace postern::run
