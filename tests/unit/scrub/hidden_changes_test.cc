// Marks in git's own files by which a diff shows less than there is.
#include "base/file.h"
#include "scrub/git_index.h"
#include "world.h"

#include <gtest/gtest.h>

#include <string>

namespace postern::scrub::test {
namespace {

using Briefs = std::vector<Brief>;

constexpr const char* kRepository =
    "git init -q r && cd r && mkdir d && echo 1 > a && echo 1 > b && echo 1 > d/c && git add . && git commit -qm 1";

std::vector<std::string> unseen(const World& world, const char* file) {
    const auto bytes = read_file(world.dir.at(std::string("work/r/.git/") + file));
    const auto index = bytes ? parse_git_index(*bytes) : std::nullopt;
    return index ? index->unseen : std::vector<std::string>{"unreadable"};
}

TEST(HiddenChanges, AreReadFromTheIndex) {
    for (const char* prepare : {"true", "git update-index --index-version 4", "git update-index --index-version 3"}) {
        SCOPED_TRACE(prepare);
        const World world;
        ASSERT_EQ(world.shell(std::string(kRepository) + " && " + prepare), 0);
        EXPECT_EQ(unseen(world, "index"), std::vector<std::string>{});
        ASSERT_EQ(world.shell("cd r && git update-index --skip-worktree d/c && git update-index --assume-unchanged b"),
                  0);
        EXPECT_EQ(unseen(world, "index"), (std::vector<std::string>{"b", "d/c"}));
    }
    const World world;
    ASSERT_EQ(world.shell("git init -q --object-format=sha256 r && cd r && echo 1 > b && git add . && "
                          "git update-index --assume-unchanged b"),
              0);
    EXPECT_EQ(unseen(world, "index"), std::vector<std::string>{"b"});
    for (const std::string_view bad : {"", "DIRC", "DIRC\0\0\0\2\xff\xff\xff\xff", "not an index at all"}) {
        EXPECT_FALSE(parse_git_index(bad));
    }
}

TEST(HiddenChanges, AreReportedOnce) {
    for (const char* hide :
         {"git update-index --skip-worktree a", "git update-index --assume-unchanged d/c",
          "git update-index --index-version 4 && git update-index --skip-worktree b",
          "git update-index --split-index && git update-index --assume-unchanged b && git update-index --split-index",
          "git update-index --assume-unchanged b && git update-index --split-index"}) {
        SCOPED_TRACE(hide);
        const std::string act =
            std::string("cd r && ") + hide + " && echo evil > a && echo evil > b && echo evil > d/c";
        {
            const World bare;
            ASSERT_EQ(bare.shell(kRepository), 0);
            ASSERT_EQ(bare.shell(act), 0);
            EXPECT_EQ(bare.shell("test $(git -C r diff --name-only | wc -l) = 2"), 0) << "one is hidden";
        }
        const World world;
        ASSERT_EQ(world.shell(kRepository), 0);
        settle();
        const auto findings = world.run(act);
        EXPECT_EQ(world.brief(findings), (Briefs{{"r/.git/index", Action::reported}}));
        EXPECT_TRUE(list(world.state())->empty()) << "nothing is moved";
        settle();
        EXPECT_EQ(world.brief(world.run("cd r && echo 2 > e && git add e && git commit -qm 2")), Briefs{});
    }
}

TEST(HiddenChanges, OfTheUsersAreNoNews) {
    const World world;
    ASSERT_EQ(
        world.shell(std::string(kRepository) + " && git update-index --skip-worktree a && echo x > .git/info/exclude"),
        0);
    settle();
    EXPECT_EQ(world.brief(world.run("cd r && echo 2 > b && git commit -qam 2 && git clone -q . ../c && "
                                    "git -C ../c sparse-checkout set d")),
              Briefs{});
    settle();
    const auto findings = world.run("cd r && git update-index --skip-worktree b d/c");
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_TRUE(findings[0].why.ends_with(": b, d/c")) << findings[0].why;
}

TEST(HiddenChanges, ExcludedNamesAreHeldAndSparsePatternsReported) {
    const World world;
    ASSERT_EQ(world.shell(kRepository), 0);
    settle();
    EXPECT_EQ(world.brief(world.run("cd r && echo evil.sh >> .git/info/exclude && touch evil.sh")),
              (Briefs{{"r/.git/info/exclude", Action::reverted}}));
    EXPECT_EQ(world.shell("git -C r status --porcelain | grep evil.sh"), 0);
    settle();
    EXPECT_EQ(world.brief(world.run("git -C r sparse-checkout set d")),
              (Briefs{{"r/.git/info/sparse-checkout", Action::reported}}));
    settle();
    EXPECT_EQ(world.brief(world.run("git -C r sparse-checkout set --no-cone '/d/' '!/a'; rm -f r/.git/info/exclude; "
                                    "printf 'x\\n' > r/.git/info/exclude")),
              (Briefs{{"r/.git/index", Action::reported},
                      {"r/.git/info/sparse-checkout", Action::reported},
                      {"r/.git/info/exclude", Action::reverted}}));
}

}  // namespace
}  // namespace postern::scrub::test
