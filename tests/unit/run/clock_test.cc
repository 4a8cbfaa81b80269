#include "run/clock.h"

#include <gtest/gtest.h>

namespace postern::run {
namespace {

using namespace std::chrono_literals;

TEST(RunClock, TimeInPausesDoesNotCount) {
    const RunClock::Time zero{};
    RunClock clock;
    clock.start(zero);
    EXPECT_EQ(clock.elapsed(zero + 5s), 5s);
    clock.pause(zero + 5s);
    EXPECT_TRUE(clock.paused());
    EXPECT_EQ(clock.elapsed(zero + 60s), 5s);
    clock.resume(zero + 60s);
    EXPECT_FALSE(clock.paused());
    EXPECT_EQ(clock.elapsed(zero + 61s), 6s);
}

TEST(RunClock, PausesNest) {
    const RunClock::Time zero{};
    RunClock clock;
    clock.start(zero);
    clock.pause(zero + 1s);
    clock.pause(zero + 2s);
    clock.resume(zero + 3s);
    EXPECT_EQ(clock.elapsed(zero + 9s), 1s);
    clock.resume(zero + 10s);
    clock.resume(zero + 10s);  // one resume too many changes nothing
    EXPECT_EQ(clock.elapsed(zero + 12s), 3s);
}

}  // namespace
}  // namespace postern::run
