// What the index knew at a path is known there, whatever inode it has now; what a run makes is its own for that run only.
#include "scrub/journal.h"
#include "world.h"

#include <gtest/gtest.h>

#include <filesystem>

#include <sched.h>
#include <sys/mount.h>

namespace postern::scrub::test {
namespace {

using Briefs = std::vector<Brief>;

constexpr const char* kUsers =
    "git init -q r && cd r && echo 1 > f && git add f && git commit -qm 1 && git config alias.x '!y' && "
    "git config core.hooksPath .husky && printf '#!/bin/sh\\n' > .git/hooks/pre-push && chmod +x .git/hooks/pre-push "
    "&& "
    "mkdir -p sub/.vscode && echo 1 > sub/CLAUDE.md && echo 1 > sub/.vscode/settings.json && cd .. && "
    "git clone -q --bare r bare.git && git -C bare.git config alias.x '!y'";
constexpr const char* kWhole =
    "git -C r log && git -C r config alias.x && git -C r config core.hooksPath && test -x r/.git/hooks/pre-push && "
    "test -e r/sub/CLAUDE.md && test -e r/sub/.vscode/settings.json && git -C bare.git log && "
    "git -C bare.git config alias.x";

TEST(Identity, ADirectoryMadeAnewWithTheSameContentIsKnown) {
    for (const char* script :
         {"cp -a r/.git g && rm -rf r/.git && mv g r/.git", "cp -r r/sub s && rm -rf r/sub && mv s r/sub",
          "cp -a r q && rm -rf r && mv q r", "cp -a bare.git b && rm -rf bare.git && mv b bare.git",
          "tar cf ../t r bare.git && rm -rf r bare.git && tar xf ../t"}) {
        SCOPED_TRACE(script);
        const World world;
        ASSERT_EQ(world.shell(kUsers), 0);
        settle();
        EXPECT_EQ(world.brief(world.run(script)), Briefs{});
        EXPECT_EQ(world.shell(kWhole), 0);
        settle();
        EXPECT_EQ(world.brief(world.run("cd r; echo 2 > f; git commit -qam 2; touch sub/g")), Briefs{});
        EXPECT_EQ(world.shell(kWhole), 0);
    }
}

// On overlayfs the first write below a directory gives it another birth time.
void copy_up(const World& world) {
    const std::string top = world.dir.at().text();
    ASSERT_EQ(::unshare(CLONE_NEWNS), 0);
    ASSERT_EQ(::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr), 0);
    // The upper layer cannot lie on an overlay, as the temporary directory of a container may.
    ASSERT_EQ(world.shell("mkdir -p ../layers && mv ../work ../lower && mkdir ../work"), 0);
    ASSERT_EQ(::mount("tmpfs", (top + "/layers").c_str(), "tmpfs", 0, nullptr), 0);
    ASSERT_EQ(world.shell("mkdir -p ../layers/up ../layers/w"), 0);
    const std::string options =
        "lowerdir=" + top + "/lower,upperdir=" + top + "/layers/up,workdir=" + top + "/layers/w";
    ASSERT_EQ(::mount("overlay", (top + "/work").c_str(), "overlay", 0, options.c_str()), 0);
    settle();
    for (const char* script :
         {"cd r; echo 2 > f; git commit -qam 2", "git -C r worktree add -q ../wt",
          "touch r/sub/g r/sub/.vscode; git -C r gc -q", "git -C r push -q ../bare.git HEAD:refs/heads/other"}) {
        EXPECT_EQ(world.brief(world.run(script)), Briefs{}) << script;
        EXPECT_EQ(world.shell(kWhole), 0) << script;
        settle();
    }
    EXPECT_EQ(world.brief(world.run("git -C r config core.fsmonitor x; echo x > r/sub/AGENTS.md")),
              (Briefs{{"r/.git/config", Action::reverted}, {"r/sub/AGENTS.md", Action::quarantined}}));
    EXPECT_EQ(world.shell(kWhole), 0);
}

TEST(Identity, CopyingUpOnAnOverlayMakesNothingNew) {
    if (::geteuid() != 0) CANNOT_RUN("mounting takes root");
    const World world;
    ASSERT_EQ(world.shell(kUsers), 0);
    const pid_t pid = ::fork();
    if (pid == 0) {
        copy_up(world);
        std::fflush(nullptr);
        ::_exit(::testing::Test::HasFailure() ? 1 : 0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(pid, &status, 0), pid);
    EXPECT_EQ(status, 0);
    (void)::umount2(world.dir.at("work").text().c_str(), MNT_DETACH);
}

TEST(Identity, WhatTheUserReplacedBetweenRunsIsTheUsersOwn) {
    const World world;
    ASSERT_EQ(world.shell(kUsers), 0);
    settle();
    EXPECT_EQ(world.brief(world.run("true")), Briefs{});
    ASSERT_EQ(world.shell("rm -rf r && git init -q r && cd r && git config alias.z '!y' && mkdir -p sub && "
                          "echo other > sub/CLAUDE.md && echo x > .git/hooks/update"),
              0);
    settle();
    EXPECT_EQ(world.brief(world.run("touch r/sub/f r/.git/f")), Briefs{});
    EXPECT_EQ(world.shell("git -C r config alias.z && grep other r/sub/CLAUDE.md && test -e r/.git/hooks/update"), 0);
}

// A repository that a run makes keeps its commits, whatever its settings say.
TEST(Identity, ANewRepositoryLosesTheKeyAndNotItsCommits) {
    struct Case {
        const char* make;
        const char* repository;
        const char* key;
    };
    const Case cases[] = {
        {"git init -q n && cd n && git commit -q --allow-empty -m 1 && git config core.hooksPath .githooks && "
         "git config user.name me",
         "n", "core.hooksPath"},
        {"git init -q . && git commit -q --allow-empty -m 1 && git config core.fsmonitor x && git config user.name me",
         ".", "core.fsmonitor"},
        {"git clone -q --bare o n.git && git -C n.git config alias.x '!y' && git -C n.git config user.name me", "n.git",
         "alias.x"},
        {"mkdir s && git init -q --separate-git-dir store s && git -C s commit -q --allow-empty -m 1 && "
         "git -C s config credential.helper x && git -C s config user.name me",
         "s", "credential.helper"},
        {"mkdir -p a/n && git clone -q --bare o b && mv b/* a/n && git -C a/n config uploadpack.packObjectsHook x && "
         "git -C a/n config user.name me",
         "a/n", "uploadpack.packObjectsHook"},
    };
    for (const Case& one : cases) {
        SCOPED_TRACE(one.make);
        const World world;
        ASSERT_EQ(world.shell("git init -q o && git -C o commit -q --allow-empty -m 1"), 0);
        settle();
        const auto findings = world.run(one.make);
        ASSERT_EQ(findings.size(), 1U);
        EXPECT_EQ(findings[0].action, Action::reverted) << findings[0].why;
        const std::string git = std::string("git -C ") + one.repository;
        EXPECT_NE(world.shell(git + " config " + one.key), 0);
        EXPECT_EQ(world.shell(git + " log && test \"$(" + git + " config user.name)\" = me"), 0);
        EXPECT_EQ(list(world.state())->size(), 1U) << "the file as it was is kept";
        settle();
        EXPECT_EQ(world.brief(world.run(git + " commit -q --allow-empty -m 2; true")), Briefs{});
    }
}

// The same over two runs: the parts of a repository that were made before are judged when it becomes one.
TEST(Identity, ARepositoryCompletedLaterIsDisarmed) {
    const char* const kHalf =
        "git init -q --bare half && git -C half config core.fsmonitor 'touch \"$MARK\"; false' && "
        "git -C half config core.bare false && mv half/HEAD h";
    for (const char* finish : {"mkdir w; mv h half/HEAD; mv half w/.git", "mv half w; mv h w/HEAD",
                               "mkdir w; mv half w/x; mv h w/x/HEAD; mv w/x w/.git"}) {
        SCOPED_TRACE(finish);
        const std::string trigger = "cd w && git --work-tree=. status; git status";
        {
            const World bare;
            ASSERT_EQ(bare.shell(kHalf), 0);
            (void)bare.shell(finish);
            EXPECT_TRUE(bare.fires(trigger)) << "harmless on the bare host: the test shows nothing";
        }
        const World world;
        settle();
        EXPECT_EQ(world.brief(world.run(kHalf)), Briefs{});
        settle();
        EXPECT_FALSE(world.run(finish).empty());
        EXPECT_FALSE(world.fires(trigger));
    }
}

// A directory that a run made is like any other when the run is over.
TEST(Identity, WhatARunMadeIsExemptForThatRunOnly) {
    struct Case {
        const char* later;
        Briefs found;
    };
    const Case cases[] = {
        {"echo evil > n/.npmrc", {{"n/.npmrc", Action::reverted}}},
        {"mkdir n/sub/.vscode; echo x > n/sub/.vscode/tasks.json", {{"n/sub/.vscode", Action::quarantined}}},
        {"echo x > n/.vscode/tasks.json", {{"n/.vscode/tasks.json", Action::quarantined}}},
        {"echo x > n/sub/CLAUDE.md", {{"n/sub/CLAUDE.md", Action::quarantined}}},
        {"echo x > t; mv t n/.npmrc", {{"n/.npmrc", Action::reverted}}},
        {"cp -r n m; rm -rf n; mv m n; echo x > n/.envrc", {{"n/.envrc", Action::quarantined}}},
    };
    for (const Case& one : cases) {
        SCOPED_TRACE(one.later);
        const World world;
        settle();
        EXPECT_EQ(
            world.brief(world.run("mkdir -p n/sub n/.vscode; echo 1 > n/.npmrc; echo 1 > n/.vscode/settings.json")),
            Briefs{});
        settle();
        EXPECT_EQ(world.brief(world.run("touch n/f")), Briefs{});
        settle();
        EXPECT_EQ(world.brief(world.run(one.later)), one.found);
        EXPECT_EQ(world.dir.read("work/n/.npmrc"), "1\n");
    }
}

TEST(Identity, TheScrubOfAnotherRunDoesNotEndTheExemption) {
    const World world;
    settle();
    auto first = begin(world.state(), world.watch());
    ASSERT_TRUE(first);
    ASSERT_EQ(world.shell("mkdir n; echo 1 > n/.npmrc"), 0);
    settle();
    EXPECT_EQ(world.brief(world.run("true")), Briefs{});
    ASSERT_EQ(world.shell("echo 2 > n/.npmrc; echo 2 > n/CLAUDE.md; echo 2 > AGENTS.md"), 0);
    EXPECT_EQ(world.brief(*finish(world.state(), std::move(*first))), (Briefs{{"AGENTS.md", Action::quarantined}}));
    EXPECT_EQ(world.shell("grep 2 n/.npmrc n/CLAUDE.md"), 0);
}

}  // namespace
}  // namespace postern::scrub::test
