#include "run/cgroup.h"

#include "cannot_run.h"
#include "fake_plan.h"
#include "run/resource_limits.h"
#include "temp_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include <sys/file.h>
#include <unistd.h>

namespace postern::run {
namespace {

AbsPath path(const char* text) {
    return *AbsPath::parse(text);
}

constexpr const char* kV1 =
    "31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755\n"
    "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory\n"
    "39 31 0:36 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids\n";
constexpr const char* kV2 = "30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n";

TEST(CgroupPlaces, Version1IsBelowOurOwn) {
    EXPECT_EQ(find_cgroups(kV1, "8:pids:/\n4:memory:/jobs/7\n0::/\n"),
              (CgroupCandidates{.memory = path("/sys/fs/cgroup/memory/jobs/7"), .pids = path("/sys/fs/cgroup/pids")}));
}

TEST(CgroupPlaces, Version2IsBesideOurOwn) {
    EXPECT_EQ(find_cgroups(kV2, "0::/user.slice/app.slice/term.scope\n").unified,
              path("/sys/fs/cgroup/user.slice/app.slice"));
    EXPECT_EQ(find_cgroups(kV2, "0::/\n").unified, path("/sys/fs/cgroup"));
}

TEST(CgroupPlaces, AMountMayShowOnlyAPart) {
    const char* part = "30 23 0:26 /docker/abc /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n";
    EXPECT_EQ(find_cgroups(part, "4:memory:/docker/abc/x\n").memory, path("/sys/fs/cgroup/memory/x"));
    EXPECT_EQ(find_cgroups(part, "4:memory:/docker/abcd\n").memory, std::nullopt);
    EXPECT_EQ(find_cgroups(kV2, "0::/../outside\n").unified, std::nullopt);
}

TEST(CgroupPlaces, NonsenseIsNoPlace) {
    EXPECT_EQ(find_cgroups("", ""), CgroupCandidates{});
    EXPECT_EQ(find_cgroups("x y\n - - -\n", "::::\nabc\n"), CgroupCandidates{});
}

TEST(CgroupPlaces, Version2NeedsTheControllersSwitchedOn) {
    const test::TempDir directory;
    directory.write("cgroup.procs", "");
    directory.write("cgroup.subtree_control", "cpu pids\n");
    EXPECT_EQ(probe_cgroups({.unified = directory.at()}), (CgroupPlaces{.pids = directory.at(), .unified = true}));
    directory.write("cgroup.subtree_control", "cpu\n");
    EXPECT_EQ(probe_cgroups({.unified = directory.at()}), CgroupPlaces{});
}

TEST(Cgroup, FailsIfTheLimitCannotBeSet) {
    const test::TempDir directory;  // where mkdir works, but no files appear
    const auto made = Cgroup::make({{directory.at(), "pids.max", "5"}});
    ASSERT_FALSE(made);
    EXPECT_TRUE(std::filesystem::is_empty(directory.at().text()));
    EXPECT_FALSE(Cgroup::make({{directory.at("absent"), "pids.max", "5"}}));
}

// Only where a group may really be made. Processes are counted in a hierarchy of its own where version 1 is used, and
// that is the one tried here; where it is part of something else, so is the test.
class RealCgroup : public test::DescriptorTest {
protected:
    void SetUp() override {
        DescriptorTest::SetUp();
        place_ = probe_cgroups().pids;
        if (!place_) CANNOT_RUN("no control group for processes can be made");
        before_ = groups();
    }
    [[nodiscard]] std::size_t groups() const {
        return static_cast<std::size_t>(
            std::ranges::count_if(std::filesystem::directory_iterator(place_->text()), [](const auto& entry) {
                return entry.path().filename().string().starts_with("postern-" + std::to_string(::getpid()));
            }));
    }

    std::optional<AbsPath> place_;
    std::size_t before_ = 0;
};

TEST_F(RealCgroup, IsMadeAndRemoved) {
    {
        const auto made = Cgroup::make({{*place_, "pids.max", "5"}});
        ASSERT_TRUE(made) << made.error().what;
        EXPECT_EQ(groups(), before_ + 1);
    }
    EXPECT_EQ(groups(), before_);
}

TEST_F(RealCgroup, BindsTheCommandAndTakesWhatIsLeftWithIt) {
    Request request = test::capturing();
    request.cgroup = {{*place_, "pids.max", "4"}};
    const auto run =
        run_plan(test::plain_plan("for i in 1 2 3 4 5 6; do sleep 100 & done; sleep 0.1; echo through"), request);
    EXPECT_NE(run.err->text.find("fork"), std::string::npos) << run.err->text;
    EXPECT_EQ(groups(), before_);
    EXPECT_LT(run.duration, std::chrono::seconds(20));
}

TEST_F(RealCgroup, OneLeftOverIsRemovedByTheNext) {
    const std::string name = place_->text() + "/postern-" + std::to_string(::getpid()) + "-left";
    ASSERT_TRUE(std::filesystem::create_directory(name));
    { const auto made = Cgroup::make({{*place_, "pids.max", "5"}}); }
    EXPECT_FALSE(std::filesystem::exists(name));
}

TEST_F(RealCgroup, OneInUseIsLeftAlone) {
    const auto first = Cgroup::make({{*place_, "pids.max", "5"}});
    ASSERT_TRUE(first);
    { const auto second = Cgroup::make({{*place_, "pids.max", "5"}}); }
    EXPECT_TRUE(std::filesystem::exists(place_->text() + "/" + first->name()));
}

}  // namespace
}  // namespace postern::run
