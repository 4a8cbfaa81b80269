#include "scrub/tree_index.h"
#include "scrub/tree_codec.h"

#include "world.h"

#include <gtest/gtest.h>

#include <cstdio>

namespace postern::scrub::test {
namespace {

Tree sample() {
    Tree tree;
    tree.directories.push_back({.name = "", .ino = 1, .dev = 2, .changed = 3, .since = 4, .children = {1, 2}});
    tree.directories.push_back(
        {.name = "a\n\xff",
         .ino = 1ULL << 60U,
         .role = Role::git,
         .pieces = {
             {.name = "config", .ino = 5, .size = 3, .changed = 6, .mode = 0100644, .hash = std::string("a\0b", 3)},
             {.name = "FETCH_HEAD", .mode = 0120777, .target = "../x"},
             {.name = "hooks", .mode = 040755}}});
    tree.directories.push_back({.name = "b", .children = {3}});
    tree.directories.push_back({.name = "c", .role = Role::packages});
    tree.walked = 7;
    tree.unsettled = {"/w/x"};
    return tree;
}

TEST(TreeIndex, ComesBackAsItWas) {
    EXPECT_EQ(decode(encode(sample())), sample());
    EXPECT_EQ(decode(encode(Tree{})), Tree{});
}

TEST(TreeIndex, AnyWrongBitIsNoticed) {
    const std::string good = encode(sample());
    for (std::size_t i = 0; i < good.size(); ++i) {
        std::string bad = good;
        bad[i] = static_cast<char>(bad[i] ^ 1);
        EXPECT_EQ(decode(bad), std::nullopt) << i;
        EXPECT_EQ(decode(good.substr(0, i)), std::nullopt) << i;
    }
    EXPECT_EQ(decode(good + 'x'), std::nullopt);
}

TEST(TreeIndex, WhatNothingLeadsToIsLeftOut) {
    Tree tree = sample();
    tree.directories[0].children = {2};
    const auto back = decode(encode(tree));
    ASSERT_TRUE(back);
    EXPECT_EQ(back->directories.size(), 3U);
    EXPECT_EQ(back->directories[2].name, "c");
}

TEST(TreeIndex, AnIndexThatIsWrongOrGoneIsBuiltAnew) {
    for (const char* what : {"rm -r ../state/trees", "for f in ../state/trees/*; do echo x > $f; done",
                             "for f in ../state/trees/*; do truncate -s 20 $f; done"}) {
        SCOPED_TRACE(what);
        const World world;
        ASSERT_EQ(world.shell("mkdir -p d/e; git init -q d/e/r; git -C d/e/r config alias.a '!b'"), 0);
        settle();
        EXPECT_TRUE(world.run("touch d/f").empty());
        settle();
        const auto findings = world.run(
            std::string(what) + "; echo x > d/e/r/.git/hooks/update; git init -q d/n; git -C d/n config alias.x '!y'");
        EXPECT_EQ(world.brief(findings), (std::vector<Brief>{{"d/e/r/.git/hooks/update", Action::quarantined},
                                                             {"d/n/.git/config", Action::reverted}}));
        EXPECT_EQ(world.shell("git -C d/e/r config alias.a"), 0);
    }
}

TEST(TreeIndex, ChangesWithinATickAreSeen) {
    // A run ends and the next begins at once, so the timestamps of both may be the same.
    const World world;
    settle();
    for (int i = 0; i < 20; ++i) {
        const std::string n = std::to_string(i);
        EXPECT_TRUE(world.run("mkdir d" + n).empty());
        EXPECT_EQ(world.brief(world.run("mkdir d" + n + "/.git; printf '[alias]\\nx=!y\\n' > d" + n + "/.git/config")),
                  (std::vector<Brief>{{"d" + n + "/.git/config", Action::reverted}}));
    }
}

TEST(TreeIndex, ManyScrubsAtOnceDoNoHarm) {
    const World world;
    ASSERT_EQ(world.shell("for i in 1 2 3 4 5 6 7 8; do git init -q r$i; done"), 0);
    settle();
    std::vector<pid_t> runs;
    for (int i = 0; i < 20; ++i) {
        const pid_t pid = ::fork();
        if (pid == 0) {
            const std::string n = std::to_string(i);
            for (const Finding& f :
                 world.run("git init -q p" + n + "; git -C p" + n + " config alias.x '!y'; git init -q g" + n +
                           "; touch CLAUDE.md; echo x > r1/.git/hooks/h" + n)) {
                EXPECT_NE(f.action, Action::failed) << f.path.text() << ' ' << f.why;
            }
            std::fflush(nullptr);
            ::_exit(::testing::Test::HasFailure() ? 1 : 0);
        }
        runs.push_back(pid);
    }
    for (const pid_t pid : runs) {
        int status = 0;
        EXPECT_EQ(::waitpid(pid, &status, 0), pid);
        EXPECT_EQ(status, 0);
    }
    for (int i = 0; i < 20; ++i) {
        const std::string n = std::to_string(i);
        EXPECT_NE(world.shell("git -C p" + n + " config alias.x"), 0) << n;
        EXPECT_FALSE(world.exists("r1/.git/hooks/h" + n)) << n;
        EXPECT_EQ(world.shell("git -C g" + n + " status"), 0) << n;
    }
    EXPECT_FALSE(world.exists("CLAUDE.md"));
    settle();
    EXPECT_EQ(world.brief(world.run("true")), std::vector<Brief>{});
}

}  // namespace
}  // namespace postern::scrub::test
