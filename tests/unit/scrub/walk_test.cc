#include "scrub/walk.h"

#include "base/file.h"
#include "scrub/tree_index.h"
#include "world.h"

#include <gtest/gtest.h>

#include <linux/fs.h>
#include <sys/ioctl.h>

namespace postern::scrub::test {
namespace {

using Briefs = std::vector<Brief>;

TEST(Walk, ReadsOnlyWhatChanged) {
    const World world;
    ASSERT_EQ(world.shell("mkdir -p a/b c/d; git init -q c/d"), 0);
    settle();
    Tree tree;
    const Watch watch = world.watch();
    EXPECT_TRUE(walk(watch.writable[0], tree, {.watch = watch}).changed);
    EXPECT_FALSE(walk(watch.writable[0], tree, {.watch = watch}).changed);
    ASSERT_EQ(world.shell("touch a/b/x"), 0);
    EXPECT_TRUE(walk(watch.writable[0], tree, {.watch = watch}).changed) << "a directory";
    settle();
    (void)walk(watch.writable[0], tree, {.watch = watch});
    EXPECT_FALSE(walk(watch.writable[0], tree, {.watch = watch}).changed);
    ASSERT_EQ(world.shell("echo '[user]' >> c/d/.git/config"), 0);
    EXPECT_TRUE(walk(watch.writable[0], tree, {.watch = watch}).changed) << "a file, in place";
    settle();
    (void)walk(watch.writable[0], tree, {.watch = watch});
    ASSERT_EQ(world.shell("cd c/d; git commit -q --allow-empty -m 1; mkdir -p .git/objects/zz/zz"), 0);
    EXPECT_EQ(walk(watch.writable[0], tree, {.watch = watch}).suspects.size(), 0U);
    settle();
    (void)walk(watch.writable[0], tree, {.watch = watch});
    EXPECT_FALSE(walk(watch.writable[0], tree, {.watch = watch}).changed);
    ASSERT_EQ(world.shell("mkdir c/d/.git/objects/yy"), 0);
    EXPECT_TRUE(walk(watch.writable[0], tree, {.watch = watch}).changed) << "a repository could be hidden there";
}

TEST(Walk, ARecentChangeIsNotRelied) {
    const World world;
    settle();
    Tree tree;
    const Watch watch = world.watch();
    ASSERT_EQ(::mkdir(world.dir.at("work/fresh").text().c_str(), 0755), 0);
    (void)walk(watch.writable[0], tree, {.watch = watch});
    ASSERT_EQ(tree.directories.size(), 2U);
    EXPECT_LT(tree.directories[1].changed, 0) << "another change may come with the same time";
    settle();
    (void)walk(watch.writable[0], tree, {.watch = watch});
    EXPECT_GT(tree.directories[1].changed, 0);
}

TEST(Walk, ARootThatIsGoneOrAFileHoldsNothing) {
    const World world;
    Watch watch = world.watch();
    world.dir.write("file", "x");
    watch.writable = {world.dir.at("file"), world.dir.at("none"), world.dir.at("work")};
    settle();
    EXPECT_EQ(world.brief(world.run(watch, [&] { (void)world.shell("touch CLAUDE.md"); })),
              (Briefs{{"CLAUDE.md", Action::quarantined}}));
}

TEST(Walk, ARootMayBeAGitDirectory) {
    const World world;
    ASSERT_EQ(world.shell("git init -q r; git -C r config alias.x '!y'"), 0);
    Watch watch = world.watch();
    watch.writable = {world.dir.at("work/r/.git")};
    settle();
    EXPECT_EQ(world.brief(world.run(watch,
                                    [&] {
                                        (void)world.shell(
                                            "cd r; touch f; git add f; git commit -qm 1; echo x > "
                                            ".git/commondir");
                                    })),
              (Briefs{{"r/.git/commondir", Action::quarantined}}));
    EXPECT_EQ(world.shell("git -C r config alias.x"), 0);
}

TEST(Walk, SeveralRootsAreAllLookedAt) {
    const World world;
    Watch watch = world.watch();
    watch.writable.push_back(world.dir.at("tmp"));
    settle();
    const auto findings = world.run(watch, [&] {
        (void)world.shell("touch CLAUDE.md; git init -q ../tmp/x; git -C ../tmp/x config alias.x '!y'");
    });
    ASSERT_EQ(findings.size(), 2U);
    EXPECT_EQ(findings[1].path, world.dir.at("tmp/x/.git/config"));
}

TEST(Walk, WhatCannotBeDisarmedKeepsRunsFromStarting) {
    if (::geteuid() != 0) CANNOT_RUN("making a file immutable takes root");
    const World world;
    settle();
    const AbsPath hook = world.dir.at("work/r/.git/hooks/update");
    int flags = 0;
    const auto set = [&](bool on) {
        const UniqueFd fd(::open(hook.text().c_str(), O_RDONLY | O_CLOEXEC));
        if (!fd || ::ioctl(fd.get(), FS_IOC_GETFLAGS, &flags) != 0) return false;
        flags = on ? flags | FS_IMMUTABLE_FL : flags & ~FS_IMMUTABLE_FL;
        return ::ioctl(fd.get(), FS_IOC_SETFLAGS, &flags) == 0;
    };
    ASSERT_EQ(world.shell("git init -q r"), 0);
    settle();
    bool immutable = false;
    const auto first = world.run(world.watch(), [&] {
        (void)world.shell("echo x > r/.git/hooks/update");
        immutable = set(true);
    });
    if (!immutable) CANNOT_RUN("this file system cannot make a file immutable");
    EXPECT_EQ(world.brief(first), (Briefs{{"r/.git/hooks/update", Action::failed}}));
    settle();
    const auto refused = begin(world.state(), world.watch());
    ASSERT_FALSE(refused) << "no run starts beside it";
    EXPECT_EQ(refused.error().where, hook.text());
    ASSERT_TRUE(set(false));
    settle();
    auto journal = begin(world.state(), world.watch());
    ASSERT_TRUE(journal);
    EXPECT_EQ(world.brief(journal->disarmed), (Briefs{{"r/.git/hooks/update", Action::quarantined}}));
    EXPECT_EQ(world.brief(*finish(world.state(), std::move(*journal))), Briefs{});
    settle();
    EXPECT_EQ(world.brief(world.run("true")), Briefs{});
}

TEST(Walk, HardLinksToAConfigurationAreSeen) {
    const World world;
    ASSERT_EQ(world.shell("git init -q r; ln r/.git/config c"), 0);
    settle();
    EXPECT_EQ(world.brief(world.run("printf '[alias]\\nx=!y\\n' >> c")), (Briefs{{"r/.git/config", Action::reverted}}));
}

TEST(Walk, AClockThatWentBackHidesNothing) {
    // The journal shows that more time has passed than the clock says.
    const World world;
    ASSERT_EQ(world.shell("git init -q r"), 0);
    settle();
    auto journal = begin(world.state(), world.watch());
    ASSERT_TRUE(journal);
    (void)world.shell("git -C r config alias.x '!y'");
    // Pretend that the clock was an hour ahead when the run began.
    std::string text = *read_file(journal->file);
    const auto shift = [&](const char* key) {
        const std::size_t at = text.find(key) + std::string_view(key).size();
        const std::size_t end = text.find_first_of(",}", at);
        const auto value = std::stoll(text.substr(at, end - at)) + 3'600'000'000'000;
        text.replace(at, end - at, std::to_string(value));
    };
    shift("\"begun\":");
    shift("\"start\":");
    ASSERT_EQ(::ftruncate(journal->lock.get(), 0), 0);
    ASSERT_EQ(::pwrite(journal->lock.get(), text.data(), text.size(), 0), static_cast<ssize_t>(text.size()));
    const auto findings = finish(world.state(), std::move(*journal));
    ASSERT_TRUE(findings);
    EXPECT_EQ(world.brief(*findings), (Briefs{{"r/.git/config", Action::reverted}}));
}

}  // namespace
}  // namespace postern::scrub::test
