#include "host/availability.h"

#include "made_up_host.h"

#include <gtest/gtest.h>

namespace postern::host {
namespace {

using test::good_host;
using test::masked_proc_host;
using test::refusing_host;

TEST(Availability, WholeValues) {
    EXPECT_EQ(
        judge_availability(good_host()),
        (Availability{.support = Support::full, .bwrap = test::some_bwrap(), .fresh_proc = true, .exec_guard = true}));

    Observations zero = refusing_host("bwrap: no");
    zero.sysctls.max_user_namespaces = 0;
    const Availability none = judge_availability(zero);
    EXPECT_EQ(none.support, Support::none);
    EXPECT_EQ(none.reason,
              "user namespaces: user.max_user_namespaces is 0 (bwrap: no); no sandbox can be built, so nothing runs");
    EXPECT_FALSE(none.remedy.empty());

    const Availability weaker = judge_availability(masked_proc_host());
    EXPECT_EQ(weaker.support, Support::weaker);
    EXPECT_FALSE(weaker.fresh_proc);
    EXPECT_EQ(weaker.reason.find("fresh /proc: cannot be mounted"), 0U);
}

TEST(Availability, TheWorstIsNamedAndTheFirstOfEquals) {
    Observations seen = masked_proc_host();
    seen.walls.seccomp_filter = false;
    EXPECT_EQ(judge_availability(seen).reason.find("seccomp filter: "), 0U)
        << "a wall that is missing beats a weak one";
    Observations nothing;
    EXPECT_EQ(judge_availability(nothing).reason.find("platform: "), 0U);
    Observations no_bwrap = good_host();
    no_bwrap.bwrap.reset();
    no_bwrap.trials = {};
    EXPECT_EQ(judge_availability(no_bwrap).reason.find("bubblewrap: "), 0U);
}

TEST(Availability, WithoutTheListenerThereIsNoGuard) {
    Observations seen = good_host();
    seen.trials.listener = {.complaint = "Device or resource busy"};
    const Availability out = judge_availability(seen);
    EXPECT_EQ(out.support, Support::weaker);
    EXPECT_FALSE(out.exec_guard);
    EXPECT_TRUE(out.fresh_proc);
}

TEST(Availability, NestedNamespacesAloneTakeNothingAway) {
    Observations seen = good_host();
    seen.trials.nested = {.complaint = "Read-only file system"};
    EXPECT_EQ(judge_availability(seen).support, Support::full);
}

TEST(Trials, TextAndBack) {
    Trials some{.user = {.worked = true},
                .network = {.worked = true},
                .proc = {.complaint = "Can't mount proc"},
                .nested = {.complaint = "yes and no"},
                .listener = {.worked = true}};
    EXPECT_EQ(parse_trials(trials_text(some)), some);
    EXPECT_EQ(parse_trials(trials_text({})), Trials{});
    const std::string good = trials_text(some);
    for (const std::string& bad : {std::string{}, std::string("user yes \n"), good + '\n', good.substr(1), "x" + good,
                                   good.substr(0, good.size() - 1)}) {
        EXPECT_EQ(parse_trials(bad), std::nullopt) << bad;
    }
}

}  // namespace
}  // namespace postern::host
