// Links: inside git directories, where git writes through them, and in place of directories.
#include "world.h"

#include <gtest/gtest.h>

#include <string>

namespace postern::scrub::test {
namespace {

using Briefs = std::vector<Brief>;

struct Link {
    const char* plant;    // run by the command
    const char* trigger;  // run by the user, after
    const char* path;     // of the link
};

// git makes the file that MARK names, or writes into it.
const Link kLinks[] = {
    {"ln -sf \"$MARK\" r/.git/COMMIT_EDITMSG", "git -C r commit --allow-empty -m evil", "r/.git/COMMIT_EDITMSG"},
    {"ln -sf \"$MARK\" r/.git/MERGE_MSG", "git -C r merge --no-commit --no-ff b", "r/.git/MERGE_MSG"},
    {"ln -sf \"$MARK\" r/.git/FETCH_HEAD", "git -C r fetch ../o", "r/.git/FETCH_HEAD"},
    {"ln -sf \"$MARK\" r/.git/logs/HEAD", "git -C r commit --allow-empty -m evil", "r/.git/logs/HEAD"},
    {"mkdir -p r/.git/logs/refs/heads/x; ln -s \"$MARK\" r/.git/logs/refs/heads/x/y", "git -C r branch x/y",
     "r/.git/logs/refs/heads/x/y"},
    {"ln -sf \"$MARK\" bare/FETCH_HEAD", "git -C bare fetch ../o", "bare/FETCH_HEAD"},
    {"ln -sf \"$MARK\" r/.git/worktrees/wt/COMMIT_EDITMSG", "git -C wt commit --allow-empty -m evil",
     "r/.git/worktrees/wt/COMMIT_EDITMSG"},
    {"ln -sf \"$MARK\" r/.git/modules/sub/COMMIT_EDITMSG", "git -C r/sub commit --allow-empty -m evil",
     "r/.git/modules/sub/COMMIT_EDITMSG"},
    {"git init -q n; ln -s \"$MARK\" n/.git/COMMIT_EDITMSG", "git -C n commit --allow-empty -m evil",
     "n/.git/COMMIT_EDITMSG"},
};

constexpr const char* kRepositories =
    "repo() { git init -q \"$1\" && git -C \"$1\" commit -q --allow-empty -m 1; }; repo o && repo r && "
    "git clone -q --bare o bare && cd r && git worktree add -q ../wt && git submodule -q add ../o sub && "
    "git commit -qm s && git checkout -qb b && echo 1 > g && git add g && git commit -qm 2 && git checkout -q main";

TEST(Links, InsideGitDirectoriesAreTaken) {
    for (const Link& link : kLinks) {
        SCOPED_TRACE(link.path);
        {
            const World bare;
            ASSERT_EQ(bare.shell(kRepositories), 0);
            ASSERT_EQ(bare.shell(link.plant), 0);
            EXPECT_TRUE(bare.fires(link.trigger)) << "harmless on the bare host: the test shows nothing";
        }
        const World world;
        ASSERT_EQ(world.shell(kRepositories), 0);
        settle();
        EXPECT_EQ(world.brief(world.run(link.plant)), (Briefs{{link.path, Action::quarantined}}));
        EXPECT_FALSE(world.fires(link.trigger));
        settle();
        EXPECT_EQ(world.brief(world.run("true")), Briefs{});
    }
}

TEST(Links, OfTheUsersStayAndMayNotLeadElsewhere) {
    const World world;
    ASSERT_EQ(world.shell(kRepositories), 0);
    ASSERT_EQ(world.shell("ln -s ../../notes r/.git/NOTES; mkdir h; rm -r r/.git/hooks; ln -s ../../h r/.git/hooks"),
              0);
    settle();
    EXPECT_EQ(world.brief(world.run("echo 1 > notes; cd r; git commit -q --allow-empty -m 3; git gc -q")), Briefs{});
    settle();
    EXPECT_EQ(world.brief(world.run("ln -sfn \"$MARK\" r/.git/NOTES; mkdir k; ln -sfn ../../k r/.git/hooks")),
              (Briefs{{"r/.git/NOTES", Action::quarantined}, {"r/.git/hooks", Action::quarantined}}));
}

TEST(Links, MadeByAnotherRunAtTheSameTimeAreTakenByTheFirstScrub) {
    const World world;
    ASSERT_EQ(world.shell(kRepositories), 0);
    settle();
    auto first = begin(world.state(), world.watch());
    ASSERT_TRUE(first);
    ASSERT_EQ(world.shell("ln -s \"$MARK\" r/.git/ORIG_HEAD"), 0);
    settle();
    EXPECT_EQ(world.brief(world.run("ln -s \"$MARK\" r/.git/logs/refs/stash")),
              (Briefs{{"r/.git/ORIG_HEAD", Action::quarantined}, {"r/.git/logs/refs/stash", Action::quarantined}}));
    EXPECT_EQ(world.brief(*finish(world.state(), std::move(*first))), Briefs{});
}

struct Replaced {
    const char* name;
    std::vector<const char*> runs;
};

// Each replaces `src` by a link, so that a tool which works there finds `src/…` of the command's making.
const Replaced kReplaced[] = {
    {"a name far down", {"mkdir -p new/a/b/c; echo x > new/a/b/c/.envrc; mv src .old; ln -s new src"}},
    {"a protected directory",
     {"mkdir -p new/a/.vscode; echo x > new/a/.vscode/tasks.json; mv src .old; ln -s new src"}},
    {"a repository far down", {"mkdir -p new/a; git init -q new/a/b; mv src .old; ln -s new src"}},
    {"a bare layout", {"mkdir -p new/a; git init -q --bare new/a/b; mv src .old; ln -s new src"}},
    {"a link behind a link",
     {"mkdir -p new far; echo x > far/CLAUDE.md; ln -s ../far new/k; mv src .old; ln -s new src"}},
    {"more than can be looked at",
     {"mkdir new; cd new; for i in $(seq 250); do mkdir $i; (cd $i; touch $(seq 100)); done; cd ..; mv src .old; ln -s "
      "new src"}},
    {"the name comes later", {"mkdir new; mv src .old; ln -s new src", "true", "mkdir new/a; echo x > new/a/.envrc"}},
    {"the place comes later", {"mv src .old; ln -s new src", "mkdir -p new/a; echo x > new/a/CLAUDE.md"}},
    {"a directory of the user's further down",
     {"mkdir -p new/a; echo x > new/a/.npmrc; rm -r src/k; ln -s ../new src/k"}},
};

TEST(Links, InPlaceOfADirectoryAreLookedBehind) {
    for (const Replaced& one : kReplaced) {
        SCOPED_TRACE(one.name);
        const World world;
        ASSERT_EQ(world.shell("mkdir -p src/k; echo 1 > src/f; echo 1 > src/k/f"), 0);
        settle();
        EXPECT_EQ(world.brief(world.run("true")), Briefs{});
        for (const char* script : one.runs) {
            settle();
            (void)world.run(script);
        }
        EXPECT_NE(world.shell("test -L src || test -L src/k"), 0);
    }
}

TEST(Links, InPlaceOfADirectoryMayLeadToOrdinaryFiles) {
    const World world;
    ASSERT_EQ(world.shell("mkdir -p src users; echo 1 > src/f; echo 1 > users/CLAUDE.md"), 0);
    settle();
    EXPECT_EQ(world.brief(world.run("true")), Briefs{});
    settle();
    EXPECT_EQ(world.brief(world.run("mkdir -p new/a; echo 1 > new/a/f; mv src .old; ln -s new src")), Briefs{});
    ASSERT_EQ(world.shell("rm src; ln -s users src"), 0);
    settle();
    EXPECT_EQ(world.brief(world.run("touch f g; mkdir new/b")), Briefs{}) << "a link of the user's own";
    EXPECT_EQ(world.shell("test -L src"), 0);
}

}  // namespace
}  // namespace postern::scrub::test
