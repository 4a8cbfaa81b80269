// Everyday work with git in a sandbox must survive the scrub.
#include "world.h"

#include <gtest/gtest.h>

namespace postern::scrub::test {
namespace {

struct Work {
    const char* name;
    const char* setup;
    const char* command;
    const char* after;  // must succeed
};

const Work kWork[] = {
    {"init", "true", "git init -q .", "git status"},
    {"init below", "true", "git init -q a/b", "git -C a/b status"},
    {"clone", "repo o", "git clone -q o c", "git -C c status && git -C c log"},
    {"clone of a clone with identity", "repo o", "git clone -q o c; git -C c config user.name x; git clone -q c d",
     "git -C d log"},
    {"bare clone", "repo o", "git clone -q --bare o c.git", "git -C c.git log"},
    {"mirror clone", "repo o", "git clone -q --mirror o c.git", "git -C c.git log"},
    {"shallow clone", "repo o", "git clone -q --depth 1 file://$PWD/o c", "git -C c log"},
    {"commit", "repo o",
     "cd o; echo x > f; git add f; git commit -qm f; git switch -qc b; git tag t; git gc -q; git "
     "stash; git config user.email x@y",
     "git -C o status"},
    {"commit in a repository with the user's own hooks",
     "repo o; cd o; git config core.hooksPath .husky; git config alias.x '!y'; mkdir .husky; printf '#!/bin/sh\\n' > "
     ".git/hooks/update; chmod +x .git/hooks/update",
     "cd o; git config user.name x; git commit -q --allow-empty -m 2",
     "test \"$(git -C o config core.hooksPath)\" = .husky && test \"$(git -C o config user.name)\" = x"},
    {"worktree", "repo o", "git -C o worktree add -q ../wt", "git -C wt status"},
    {"worktree of a repository with hooks", "repo o; git -C o config core.hooksPath x",
     "git -C o worktree add -q ../wt", "git -C wt status"},
    {"submodule", "repo o; repo r", "git -C r submodule -q add ../o sub", "git -C r/sub status"},
    {"nested submodule names", "repo o; repo r", "git -C r submodule -q add ../o a/b/sub; rm r/.gitmodules",
     "git -C r/a/b/sub status"},
    {"remote and branch settings", "repo o; git clone -q o c",
     "cd c; git remote add up https://example.org/x; git branch -q b; git branch -q --set-upstream-to=origin/main b; "
     "git "
     "config pull.rebase true",
     "git -C c config remote.up.url"},
    {"separate git directory", "true", "git init -q --separate-git-dir store s", "git -C s status"},
    {"a rebase that stopped", "repo r; git -C r commit -q --allow-empty -m 2",
     "cd r && GIT_SEQUENCE_EDITOR='printf \"break\\nnoop\\n\" >' git rebase -i --root", "git -C r rebase --continue"},
    {"an ordinary project", "mkdir p", "cd p; mkdir config hooks refs; touch HEAD config/x hooks/pre-commit refs/y",
     "test -e p/HEAD -a -e p/config/x -a -e p/hooks/pre-commit"},
    {"packages that ship protected names", "mkdir node_modules",
     "mkdir -p node_modules/x/.vscode; touch node_modules/x/.npmrc node_modules/x/.vscode/tasks.json "
     "node_modules/x/AGENTS.md",
     "test -e node_modules/x/.npmrc -a -e node_modules/x/.vscode/tasks.json"},
    {"a cloned project's own files",
     "repo o; mkdir o/.vscode o/.github o/.github/workflows; "
     "touch o/.vscode/tasks.json o/CLAUDE.md o/.github/workflows/w.yml; git -C o add -A; git -C o commit -qm f",
     "git clone -q o c", "test -e c/CLAUDE.md -a -e c/.vscode/tasks.json -a -e c/.github/workflows/w.yml"},
    {"a repository moved", "repo o; git -C o config alias.x '!y'", "mv o p", "git -C p config alias.x"},
    {"a project moved, with its instructions", "mkdir o; echo x > o/CLAUDE.md", "mv o p", "test -e p/CLAUDE.md"},
    {"an agent's worktrees", "repo .", "mkdir -p .claude; git worktree add -q .claude/worktrees/a",
     "git -C .claude/worktrees/a status"},
};

TEST(Harmless, EverydayWorkSurvives) {
    for (const Work& work : kWork) {
        SCOPED_TRACE(work.name);
        const World world;
        const std::string functions = "repo() { git init -q \"$1\" && git -C \"$1\" commit -q --allow-empty -m 1; }; ";
        ASSERT_EQ(world.shell(functions + work.setup), 0);
        settle();
        const auto findings = world.run(work.command);
        EXPECT_EQ(world.brief(findings), std::vector<Brief>{}) << (findings.empty() ? "" : findings[0].why);
        EXPECT_EQ(world.shell(work.after), 0) << work.after;
        settle();
        EXPECT_EQ(world.brief(world.run("true")), std::vector<Brief>{});
    }
}

TEST(Harmless, WhatTheUserDoesBetweenRunsIsTheUsersOwn) {
    const World world;
    settle();
    EXPECT_EQ(world.brief(world.run("mkdir a")), std::vector<Brief>{});
    ASSERT_EQ(world.shell("git init -q r; git -C r config alias.x '!y'; git init -q --bare a; touch CLAUDE.md; mkdir "
                          ".vscode; git -C a config alias.x '!y'"),
              0);
    settle();
    EXPECT_EQ(world.brief(world.run("touch r/f; git -C r add f; git -C r commit -qm f; touch .hidden a/f")),
              (std::vector<Brief>{}));
    EXPECT_EQ(world.shell("git -C r config alias.x && git -C a config alias.x && test -e CLAUDE.md"), 0);
}

TEST(Harmless, WhatLayUnderAMountWasChangedByTheUser) {
    const World world;
    ASSERT_EQ(world.shell("git init -q .; mkdir .vscode; echo 1 > .vscode/settings.json"), 0);
    Watch watch = world.watch();
    watch.repositories = {world.dir.at("work/.git")};
    watch.held = {world.dir.at("work/.git/hooks"), world.dir.at("work/.git/config"), world.dir.at("work/.vscode")};
    settle();
    const auto findings = world.run(watch, [&] {
        (void)world.shell(
            "printf '[alias]\\n\\tx = !y\\n' >> .git/config; echo x > .git/hooks/update; "
            "echo 2 > .vscode/settings.json; mkdir .vscode/new");
    });
    EXPECT_EQ(world.brief(findings), std::vector<Brief>{});
    EXPECT_EQ(world.shell("git config alias.x"), 0);
    // The kernel removes a mount when its file is replaced, as git does, so the command could write to the new file.
    settle();
    EXPECT_EQ(world.brief(world.run(watch, [&] { (void)world.shell("git config alias.z '!y'; git config a.b c"); })),
              (std::vector<Brief>{{".git/config", Action::reverted}}));
    EXPECT_EQ(world.shell("git config alias.x && ! git config alias.z"), 0);
}

// Ordinary work over several runs puts nothing into the quarantine.
TEST(Harmless, OverSeveralRuns) {
    const World world;
    ASSERT_EQ(world.shell("git init -q . && mkdir -p docs/.vscode && echo 1 > docs/CLAUDE.md && "
                          "echo 1 > docs/.vscode/settings.json && git add . && git commit -qm 1 && "
                          "git checkout -qb other && git rm -rq docs && git commit -qm 2 && git checkout -q main && "
                          "git clone -q . ../origin && echo 2 > ../origin/docs/CLAUDE.md && mkdir ../origin/.github && "
                          "git -C ../origin commit -qam 2"),
              0);
    settle();
    EXPECT_EQ(world.brief(world.run("true")), std::vector<Brief>{});
    for (const char* script : {"git checkout -q other; git checkout -q main", "git checkout -q other",
                               "git checkout -q main", "git clone -q . clone && git -C clone pull -q ../../origin main",
                               "cd clone; echo x > f; git add f; git commit -qm f; git checkout -qb c; git gc -q"}) {
        settle();
        EXPECT_EQ(world.brief(world.run(script)), std::vector<Brief>{}) << script;
    }
    EXPECT_EQ(world.shell("git status --porcelain | grep -v clone"), 1) << "nothing was changed behind git's back";
    EXPECT_EQ(world.shell("grep -q 2 clone/docs/CLAUDE.md"), 0);
}

}  // namespace
}  // namespace postern::scrub::test
