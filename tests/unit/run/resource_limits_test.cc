#include "run/resource_limits.h"

#include <gtest/gtest.h>

namespace postern::run {
namespace {

using backend::CgroupSetting;
using backend::EnforcedBy;
using backend::EnforcedLimit;
using backend::LimitPlan;

using sandbox::ResourceLimits;
using Words = std::vector<std::string>;

AbsPath path(const char* text) {
    return *AbsPath::parse(text);
}

TEST(Limits, WithoutAnyThereIsStillNoCoreFile) {
    const auto plan = plan_limits({}, {});
    ASSERT_TRUE(plan);
    EXPECT_EQ(*plan, (LimitPlan{.init_limits = {"core=0"}}));
}

TEST(Limits, AControlGroupHoldsMemoryAndProcesses) {
    const AbsPath place = path("/sys/fs/cgroup/app.slice");
    const auto plan = plan_limits({.memory_bytes = 1000, .pids = 10},
                                  {.cgroups = {.memory = place, .pids = place, .unified = true}, .root = true});
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->init_limits, Words{"core=0"});
    EXPECT_EQ(plan->cgroup,
              (std::vector<CgroupSetting>{
                  {place, "memory.max", "1000"}, {place, "memory.swap.max", "0", true}, {place, "pids.max", "12"}}));
}

TEST(Limits, OldControlGroupsHaveOtherNames) {
    const AbsPath memory = path("/cg/memory/a"), pids = path("/cg/pids");
    const auto plan = plan_limits({.memory_bytes = 1000, .pids = 10}, {.cgroups = {.memory = memory, .pids = pids}});
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->cgroup, (std::vector<CgroupSetting>{{memory, "memory.limit_in_bytes", "1000"},
                                                        {memory, "memory.memsw.limit_in_bytes", "1000", true},
                                                        {pids, "pids.max", "12"}}));
}

TEST(Limits, WithoutControlGroupsRlimitsDoWhatTheyCan) {
    const auto plan = plan_limits({.memory_bytes = 1000, .file_bytes = 5, .pids = 10, .cpu_seconds = 7}, {});
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->init_limits, (Words{"core=0", "as=1000", "nproc=12", "fsize=5", "cpu=7"}));
    EXPECT_TRUE(plan->cgroup.empty());
    ASSERT_EQ(plan->enforced.size(), 4U);
    for (const EnforcedLimit& enforced : plan->enforced) EXPECT_EQ(enforced.by, EnforcedBy::rlimit) << enforced.name;
}

TEST(Limits, RootIsNotBoundByTheNumberOfProcesses) {
    const LimitFacts root{.cgroups = {}, .root = true};
    const auto plan = plan_limits({.pids = 10}, root);
    ASSERT_FALSE(plan);
    EXPECT_NE(plan.error().what.find("RLIMIT_NPROC does not bind root"), std::string::npos);
    EXPECT_EQ(describe_limits({.pids = 10}, root).enforced.front().by, EnforcedBy::nothing);
}

TEST(Limits, TheTimeLimitIsOurs) {
    EXPECT_EQ(describe_limits({.timeout_ms = 5}, {}).enforced.front().by, EnforcedBy::run_loop);
}

}  // namespace
}  // namespace postern::run
