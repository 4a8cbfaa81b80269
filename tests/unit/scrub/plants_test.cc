// Traps for a git that runs outside the sandbox. Each is first laid without a scrub, and the host's git runs its code.
// Then it is laid in a run, and after the scrub git does not.
#include "scrub/quarantine.h"
#include "world.h"

#include <gtest/gtest.h>

#include <sys/wait.h>

namespace postern::scrub::test {
namespace {

struct Trap {
    const char* name;
    const char* setup;           // run by the user, before
    const char* plant;           // run by the command
    const char* trigger;         // run by the user, after
    const char* keeps = "true";  // must still succeed after the scrub
};

// Shell function for the commands below: makes a git directory whose settings run code.
constexpr const char* kEvil =
    "evil() { git init -q --bare \"$1\" && git -C \"$1\" config core.bare false && "
    "git -C \"$1\" config core.worktree \"$2\" && git -C \"$1\" config core.fsmonitor 'touch \"$MARK\"; false'; }; ";
constexpr const char* kRepository = "repo() { git init -q \"$1\" && git -C \"$1\" commit -q --allow-empty -m 1; }; ";

const Trap kTraps[] = {
    {"new repository", "true", "git init -q . && git config core.fsmonitor 'touch \"$MARK\"; false'", "git status"},
    {"new repository below", "mkdir -p a/b",
     "git init -q a/b && git -C a/b config core.fsmonitor 'touch \"$MARK\"; false'", "git -C a/b status"},
    {"bare layout in the working directory", "true", "evil . \"$PWD\"", "git status"},
    {"bare layout in an existing directory", "mkdir sub", "evil sub \"$PWD/sub\"", "git -C sub status"},
    {"bare layout in a new directory", "true", "mkdir n; evil n \"$PWD/n\"", "git -C n status"},
    {"HEAD and commondir stand in for objects and refs", "mkdir sub",
     "mkdir x; evil x/e \"$PWD/sub\"; echo 'ref: refs/heads/main' > sub/HEAD; echo \"$PWD/x/e\" > sub/commondir; "
     "git -C x/e remote add origin ssh://h/x; git -C x/e config core.sshCommand 'touch \"$MARK\"; false'",
     "git -C sub fetch"},
    {"hook in a repository far down", "repo d1/d2/d3/d4/d5/d6/d7/d8/d9/d10/d11/d12",
     "h=d1/d2/d3/d4/d5/d6/d7/d8/d9/d10/d11/d12/.git/hooks/pre-commit; printf '#!/bin/sh\\ntouch \"$MARK\"\\n' > $h; "
     "chmod +x $h",
     "git -C d1/d2/d3/d4/d5/d6/d7/d8/d9/d10/d11/d12 commit --allow-empty -m 2",
     "git -C d1/d2/d3/d4/d5/d6/d7/d8/d9/d10/d11/d12 status"},
    {"existing hook changed", "repo r; printf '#!/bin/sh\\ntrue\\n' > r/.git/hooks/pre-commit; chmod +x r/.git/hooks/*",
     "echo 'touch \"$MARK\"' >> r/.git/hooks/pre-commit", "git -C r commit --allow-empty -m 2",
     "grep -q true r/.git/hooks/pre-commit && test -x r/.git/hooks/pre-commit"},
    {"hook in a directory that the command closed", "repo r",
     "h=r/.git/hooks/pre-commit; printf '#!/bin/sh\\ntouch \"$MARK\"\\n' > $h; chmod +x $h; chmod 0 r/.git/hooks",
     "chmod 755 r/.git/hooks; git -C r commit --allow-empty -m 2"},
    {"sample made a hook",
     "repo r; printf '#!/bin/sh\\ntouch \"$MARK\"\\n' > r/.git/hooks/pre-commit.sample; "
     "chmod +x r/.git/hooks/*",
     "mv r/.git/hooks/pre-commit.sample r/.git/hooks/pre-commit", "git -C r commit --allow-empty -m 2"},
    {"settings of a repository far down", "repo d1/d2/d3/d4/d5/d6/d7/d8/d9/d10/d11/d12",
     "git -C d1/d2/d3/d4/d5/d6/d7/d8/d9/d10/d11/d12 config core.fsmonitor 'touch \"$MARK\"; false'",
     "git -C d1/d2/d3/d4/d5/d6/d7/d8/d9/d10/d11/d12 status",
     "git -C d1/d2/d3/d4/d5/d6/d7/d8/d9/d10/d11/d12 config core.bare"},
    {"settings written in place", "repo r",
     "printf '[core]\\n\\tfsmonitor = touch \"$MARK\"; false\\n' | "
     "sed 's/\"$MARK\"/$MARK/' >> r/.git/config",
     "git -C r status", "git -C r config core.bare"},
    {"a filter", "repo r; echo x > r/f; git -C r add f",
     "git -C r config filter.f.clean 'touch \"$MARK\"; cat'; "
     "echo '* filter=f' > r/.gitattributes; echo y > r/f",
     "git -C r add f"},
    {"hooks elsewhere", "repo r",
     "mkdir h; printf '#!/bin/sh\\ntouch \"$MARK\"\\n' > h/pre-commit; chmod +x h/*; "
     "git -C r config core.hooksPath \"$PWD/h\"",
     "git -C r commit --allow-empty -m 2"},
    {"an included file", "repo r",
     "printf '[core]\\n\\tfsmonitor = touch $MARK; false\\n' > i; "
     "git -C r config include.path \"$PWD/i\"",
     "git -C r status"},
    {"commondir in an existing repository", "repo r", "evil e \"$PWD/r\"; echo \"$PWD/e\" > r/.git/commondir",
     "git -C r status", "git -C r log"},
    {"settings of a work tree", "repo r; git -C r config extensions.worktreeConfig true",
     "printf '[core]\\n\\tfsmonitor = touch $MARK; false\\n' > r/.git/config.worktree", "git -C r status",
     "git -C r log"},
    {"a .git file", "true", "mkdir -p x s; evil x/e \"$PWD/s\"; echo 'gitdir: ../x/e' > s/.git", "git -C s status"},
    {"a .git file to a place inside objects", "repo r; mkdir s",
     "evil r/.git/objects/e \"$PWD/s\"; echo 'gitdir: ../r/.git/objects/e' > s/.git", "git -C s status"},
    {"a .git file to what came with the project", "mkdir s; evil fixture \"$PWD/s\"",
     "echo 'gitdir: ../fixture' > s/.git", "git -C s status", "test -e fixture/HEAD"},
    {"a .git file to a new work tree of what came with the project", "mkdir s; evil fixture \"$PWD/s\"",
     "mkdir -p fixture/worktrees/x; echo ../.. > fixture/worktrees/x/commondir; cp fixture/HEAD fixture/worktrees/x; "
     "echo 'gitdir: ../fixture/worktrees/x' > s/.git",
     "git -C s status", "test -e fixture/HEAD"},
    {"a .git link", "mkdir s", "mkdir x; evil x/e \"$PWD/s\"; ln -s ../x/e s/.git", "git -C s status"},
    {"a submodule's settings", "repo o; repo r; git -C r submodule -q add ../o sub; git -C r commit -qm s",
     "git --git-dir r/.git/modules/sub config core.fsmonitor 'touch \"$MARK\"; false'", "git -C r/sub status",
     "git -C r/sub log"},
    {"modules led elsewhere",
     "repo o; repo r; git -C r submodule -q add ../o sub; mkdir fixture; evil fixture/sub \"$PWD/r/sub\"",
     "mv r/.git/modules r/.git/m; ln -s ../../fixture r/.git/modules", "git -C r/sub status"},
    {"a work tree's directory", "repo r; git -C r worktree add -q ../wt",
     "evil e \"$PWD/wt\"; "
     "echo \"$PWD/e\" > r/.git/worktrees/wt/commondir",
     "git -C wt status"},
    {"attributes that choose a driver of the user's",
     "repo r; echo x > r/f; git -C r add f; git -C r commit -qm f; "
     "git config --global diff.t.textconv 'touch \"$MARK\"; cat'; echo y > r/f",
     "echo '* diff=t' > r/.git/info/attributes", "git -C r diff"},
    {"a rebase to go on with", "repo r; git -C r commit -q --allow-empty -m 2",
     "cd r && GIT_SEQUENCE_EDITOR='printf \"break\\nexec touch $MARK\\n\" >' git rebase -i --root",
     "git -C r rebase --continue"},
    {"a repository in place of another", "repo r",
     "rm -rf r/.git; git init -q r; "
     "git -C r config core.fsmonitor 'touch \"$MARK\"; false'",
     "git -C r status"},
    {"names of odd bytes", "mkdir \"$(printf 'a\\nb\\377c')\"",
     "cd \"$(printf 'a\\nb\\377c')\" && git init -q . && "
     "git config core.fsmonitor 'touch \"$MARK\"; false'",
     "cd \"$(printf 'a\\nb\\377c')\" && git status"},
    {"a directory closed to its owner", "mkdir -p s",
     "mkdir -p s/t; git init -q s/t/u; "
     "git -C s/t/u config core.fsmonitor 'touch \"$MARK\"; false'; chmod 555 s/t/u; chmod 000 s/t",
     "chmod 755 s/t; git -C s/t/u status"},
    {"below node_modules", "mkdir -p node_modules/p",
     "git init -q node_modules/p; "
     "git -C node_modules/p config core.fsmonitor 'touch \"$MARK\"; false'",
     "git -C node_modules/p status"},
    {"a hook behind a link", "repo r; mkdir r/h; rm -r r/.git/hooks; ln -s ../h r/.git/hooks",
     "printf '#!/bin/sh\\ntouch \"$MARK\"\\n' > r/h/pre-commit; chmod +x r/h/pre-commit",
     "git -C r commit --allow-empty -m 2", "test -e r/h/pre-commit"},
};

std::string with_functions(const char* text) {
    return std::string(kEvil) + kRepository + text;
}

void expect_scrubbed(const Trap& trap) {
    SCOPED_TRACE(trap.name);
    {
        const World world;
        (void)world.shell(with_functions(trap.setup));
        (void)world.shell(with_functions(trap.plant));
        EXPECT_TRUE(world.fires(trap.trigger)) << "the trap does not work, so the test proves nothing";
    }
    const World world;
    ASSERT_EQ(world.shell(with_functions(trap.setup)), 0);
    settle();
    const auto findings = world.run(with_functions(trap.plant));
    EXPECT_FALSE(findings.empty());
    for (const Finding& finding : findings) {
        EXPECT_NE(finding.action, Action::failed) << finding.path.text() << ": " << finding.why;
    }
    EXPECT_FALSE(world.fires(trap.trigger));
    EXPECT_EQ(world.shell(trap.keeps), 0) << trap.keeps;
    // The next scrub finds nothing more.
    settle();
    EXPECT_EQ(world.brief(world.run("true")), std::vector<Brief>{});
}

// Runs as the present user, and as an ordinary one too if that is root.
TEST(Plants, AreFoundAndMovedAway) {
    for (const Trap& trap : kTraps) expect_scrubbed(trap);
    if (::geteuid() != 0) return;
    const pid_t pid = ::fork();
    if (pid == 0) {
        if (::setgid(65534) != 0 || ::setuid(65534) != 0) ::_exit(2);
        for (const Trap& trap : kTraps) expect_scrubbed(trap);
        std::fflush(nullptr);
        ::_exit(::testing::Test::HasFailure() ? 1 : 0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(pid, &status, 0), pid);
    EXPECT_EQ(status, 0);
}

TEST(Plants, WhatIsTakenIsTheSmallestThing) {
    const World world;
    ASSERT_EQ(world.shell(with_functions("repo r; mkdir sub config")), 0);
    settle();
    EXPECT_EQ(world.brief(world.run(with_functions("printf 'x' > r/.git/hooks/update"))),
              (std::vector<Brief>{{"r/.git/hooks/update", Action::quarantined}}));
    settle();
    EXPECT_EQ(world.brief(world.run(with_functions("git -C r config alias.x '!y'"))),
              (std::vector<Brief>{{"r/.git/config", Action::reverted}}));
    settle();
    EXPECT_EQ(world.brief(world.run(with_functions("git init -q new; git -C new config alias.x '!y'"))),
              (std::vector<Brief>{{"new/.git/config", Action::reverted}}));
    settle();
    EXPECT_EQ(world.brief(world.run("git init -q --bare sub")),
              (std::vector<Brief>{{"sub/HEAD", Action::quarantined}}));
}

TEST(Plants, ALayoutPutTogetherInTwoRunsIsFound) {
    for (const char* second : {"mkdir half/objects", "mv half whole; mkdir whole/objects"}) {
        const World world;
        settle();
        EXPECT_EQ(world.brief(world.run(with_functions("evil half \"$PWD/half\"; mv half/objects o"))),
                  std::vector<Brief>{})
            << "no repository yet";
        settle();
        EXPECT_FALSE(world.run(second).empty()) << second;
        EXPECT_FALSE(world.fires("git -C half status; git -C whole status"));
    }
}

TEST(Plants, NothingThatBlocksOrIsHugeStopsIt) {
    const World world;
    ASSERT_EQ(world.shell(with_functions("repo a; repo b; repo c")), 0);
    settle();
    const auto findings = world.run(
        "rm a/.git/config; mkfifo a/.git/config; truncate -s 1T b/.git/config; rm -f c/.git/config; "
        "ln -s /dev/zero c/.git/config; mkfifo .git; mkfifo HEAD");
    EXPECT_EQ(world.brief(findings), (std::vector<Brief>{{"a/.git/config", Action::reverted},
                                                         {"b/.git/config", Action::reverted},
                                                         {"c/.git/config", Action::reverted}}));
    EXPECT_EQ(world.shell("for r in a b c; do git -C $r config core.bare || exit 1; done"), 0)
        << "what was there before is back";
}

TEST(Plants, DepthDoesNotHide) {
    const World world;
    settle();
    const auto findings = world.run(world.watch(), [&] {
        EXPECT_EQ(world.deep("d", 2500, "mkdir .git; printf '[alias]\\n\\tx = !y\\n' > .git/config"), 0);
    });
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].action, Action::reverted) << findings[0].why;
    EXPECT_GT(findings[0].path.text().size(), 4096U) << "longer than a path may be";
    EXPECT_TRUE(remove_tree(AT_FDCWD, world.dir.at("work/d").text()));
}

}  // namespace
}  // namespace postern::scrub::test
