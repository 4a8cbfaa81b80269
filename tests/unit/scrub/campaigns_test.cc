// Traps laid over several runs, in several roots or beside another run, so that no single scrub sees the whole. Each is
// first laid without scrubs, and the host's git runs its code; then with them.
#include "scrub/quarantine.h"
#include "world.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace postern::scrub::test {
namespace {

// Script that the command runs in `root`, its only writable directory, relative to the project.
struct Step {
    const char* root;
    const char* script;
};

struct Campaign {
    const char* name;
    const char* setup;  // run by the user, before
    std::vector<Step> steps;
    const char* trigger;  // run by the user, after
};

constexpr const char* kFunctions =
    "evil() { printf '[core]\\n\\trepositoryformatversion = 0\\n\\tbare = false\\n\\tfsmonitor = \"touch '\"$MARK\"'; "
    "false\"\\n'; }; head() { echo ref: refs/heads/main; }; "
    "whole() { mkdir -p \"$1\"/objects \"$1\"/refs/heads; head > \"$1\"/HEAD; evil > \"$1\"/config; }; "
    "two() { git init -q . && echo 1 > f && git add f && git commit -qm 1 && git checkout -qb b && echo 2 > f && "
    "git commit -qam 2 && echo 4 > g && git add g && git commit -qm 4 && git checkout -q main && echo 3 > f && "
    "git commit -qam 3; }; "
    "program() { mkdir -p git-merge-x && printf '#!/bin/sh\\ntouch '\"$MARK\"'\\nexit 1\\n' > git-merge-x/evil && "
    "chmod +x git-merge-x/evil; }; ";

const Campaign kCampaigns[] = {
    {"the directory of a work tree that belongs to no repository",
     "true",
     {{"",
       "mkdir -p pkg/objects pkg/refs/heads pkg/worktrees/.git; evil > pkg/config; "
       "head > pkg/worktrees/.git/HEAD; echo ../.. > pkg/worktrees/.git/commondir"}},
     "cd pkg/worktrees && git status"},
    {"half of it made below another root",
     "mkdir src",
     {{"", "true"},
      {"src", "mkdir -p x/objects x/refs/heads; evil > x/config"},
      {"", "head > src/x/HEAD; mkdir src/w; mv src/x src/w/.git"}},
     "cd src/w && git status"},
    {"half of it made below another root, where such a thing was before",
     "mkdir -p src/x/objects",
     {{"", "true"},
      {"", "rm -rf src/x"},
      {"src", "mkdir -p x/objects x/refs/heads; evil > x/config"},
      {"", "head > src/x/HEAD; mkdir src/w; mv src/x src/w/.git"}},
     "cd src/w && git status"},
    {"half of it made above",
     "mkdir src",
     {{"src", "true"},
      {"", "mkdir -p src/x/objects src/x/refs/heads; evil > src/x/config"},
      {"src", "head > x/HEAD; mkdir w; mv x w/.git"}},
     "cd src/w && git status"},
    {"settings left by a layout that was taken apart",
     "mkdir data",
     {{"", "evil > data/config; printf '\\tworktree = ..\\n' >> data/config"},
      {"", "mkdir -p data/objects data/refs/heads; head > data/HEAD"},
      {"", "test -e data/HEAD || head > data/HEAD"}},
     "cd data && git status"},
    {"the same, moved",
     "mkdir data",
     {{"", "evil > data/config"},
      {"", "mkdir -p data/objects data/refs/heads; head > data/HEAD"},
      {"", "mkdir deep; test -e data/HEAD || head > data/HEAD; mv data deep/.git"}},
     "cd deep && git status"},
    {"a .git file by way of /proc",
     "whole fixtures/e",
     {{"", "mkdir s; echo 'gitdir: /proc/self/cwd/../fixtures/e' > s/.git"}},
     "cd s && git status"},
    {"a .git file by way of a link to /proc",
     "whole fixtures/e",
     {{"", "mkdir s; ln -s /proc/self/cwd here; echo 'gitdir: ../here/../fixtures/e' > s/.git"}},
     "cd s && git status"},
    {"a .git file where the directories of submodules are",
     "whole fixtures/e",
     {{"", "git init -q --bare n; mkdir -p n/modules/s; echo 'gitdir: ../../../fixtures/e' > n/modules/s/.git"}},
     "cd n/modules/s && git status"},
    {"a strategy for a rebase in progress",
     "two",
     {{"",
       "git checkout -q b; git rebase main; git add -A; echo x/evil > .git/rebase-merge/strategy; program; "
       "echo \"pick $(git rev-parse b) 4\" > .git/rebase-merge/git-rebase-todo"}},
     "export GIT_EDITOR=true; git rebase --continue; git rebase --skip"},
    {"a strategy for a cherry-pick in progress",
     "two",
     {{"", "git cherry-pick main..b; git config -f .git/sequencer/opts options.strategy x/evil; program"}},
     "echo m > f; git add f; GIT_EDITOR=true git cherry-pick --continue"},
    {"a work tree behind a link",
     "true",
     {{"",
       "git init -q n && cd n && echo x > mark && git add mark && git commit -qm x && "
       "ln -s \"${MARK%/mark}\" ../l && git config core.worktree ../../l"}},
     "cd n && git checkout -f -q :/"},
};

Watch watch_below(const World& world, const std::string& root) {
    const AbsPath top = world.dir.at(root.empty() ? "work" : "work/" + root);
    return {.cwd = top, .home = world.dir.at("home"), .writable = {top}};
}

int step(const World& world, const Step& one) {
    const std::string place = one.root[0] == '\0' ? "." : one.root;
    return world.shell(kFunctions + ("cd " + place) + " && { " + one.script + "; }");
}

TEST(Campaigns, AreFound) {
    for (const Campaign& campaign : kCampaigns) {
        SCOPED_TRACE(campaign.name);
        {
            const World bare;
            ASSERT_EQ(bare.shell(std::string(kFunctions) + campaign.setup), 0);
            for (const Step& one : campaign.steps) (void)step(bare, one);
            EXPECT_TRUE(bare.fires(campaign.trigger)) << "harmless on the bare host: the test shows nothing";
        }
        const World world;
        ASSERT_EQ(world.shell(std::string(kFunctions) + campaign.setup), 0);
        for (const Step& one : campaign.steps) {
            settle();
            (void)world.run(watch_below(world, one.root), [&] { (void)step(world, one); });
        }
        EXPECT_FALSE(world.fires(campaign.trigger));
    }
}

TEST(Campaigns, WhatAnotherRunHidFromTheFirstOnesScrub) {
    const World world;
    settle();
    auto first = begin(world.state(), world.watch());
    ASSERT_TRUE(first);
    ASSERT_EQ(world.shell(std::string(kFunctions) + "mkdir e; whole e/.git"), 0);
    settle();
    Watch both = world.watch();
    both.writable.push_back(world.dir.at("tmp"));
    auto second = begin(world.state(), both);
    ASSERT_TRUE(second);
    ASSERT_EQ(world.shell("mv e ../tmp/e"), 0);
    EXPECT_TRUE(finish(world.state(), std::move(*first))->empty());
    ASSERT_EQ(world.shell("mv ../tmp/e e"), 0);
    EXPECT_EQ(world.brief(*finish(world.state(), std::move(*second))),
              (std::vector<Brief>{{"e/.git/config", Action::reverted}}));
    EXPECT_FALSE(world.fires("git -C e status"));
}

TEST(Campaigns, WhatLayTooDeepIsNewWhenItComesUp) {
    const World world;
    const std::string name(250, 'n');
    settle();
    const auto told = world.run(world.watch(), [&] {
        EXPECT_EQ(world.deep(
                      name, 300,
                      std::string("MARK=") + world.dir.at("mark").text() + "; " + kFunctions + "mkdir r; whole r/.git"),
                  0);
    });
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(told[0].action, Action::failed);
    EXPECT_FALSE(begin(world.state(), world.watch())) << "nobody has looked there";
    ASSERT_TRUE(accept(world.state(), told[0].path));
    settle();
    std::string up;
    for (int i = 0; i < 300; ++i) up += "../";
    (void)world.run(
        "python3 -c 'import os, sys\ntry:\n while True: os.chdir(sys.argv[1])\nexcept OSError: "
        "os.rename(\"r\", sys.argv[2] + \"r\")' " +
        name + ' ' + up);
    ASSERT_TRUE(world.exists("r")) << "it came up";
    EXPECT_FALSE(world.fires("git -C r status"));
    EXPECT_TRUE(remove_tree(AT_FDCWD, world.dir.at("work/" + name).text()));
}

TEST(Campaigns, WhatStoodAsideForItsSizeStaysKnown) {
    const World world;
    const AbsPath state =
        *AbsPath::parse("/dev/shm/postern-test-" + std::to_string(::getpid()));  // on another file system
    const auto run = [&](const std::string& script) {
        settle();
        auto journal = begin(state, world.watch());
        ASSERT_TRUE(journal);
        (void)world.shell(kFunctions + script);
        EXPECT_TRUE(finish(state, std::move(*journal)));
    };
    run("true");
    run("mkdir .vscode; truncate -s 600M \"$(printf '.vscode/aa\\377')\"");
    EXPECT_FALSE(world.exists(".vscode"));
    run("mv .vscode.postern-* .vscode");
    EXPECT_FALSE(world.exists(".vscode"));
    EXPECT_TRUE(list(state));
    EXPECT_TRUE(remove_tree(AT_FDCWD, state.text()));
}

TEST(Campaigns, TheWholeRootReplaced) {
    const World world;
    ASSERT_EQ(world.shell("mkdir -p a/.git a/src"), 0);
    const Watch watch{.cwd = world.dir.at("work/a/src"),
                      .home = world.dir.at("home"),
                      .writable = {world.dir.at("work/a/.git"), world.dir.at("work/a/src")}};
    settle();
    const auto findings =
        world.run(watch, [&] { (void)world.shell(std::string(kFunctions) + "rm -rf a/.git; whole a/.git"); });
    EXPECT_EQ(world.brief(findings), (std::vector<Brief>{{"a/.git/config", Action::reverted}}));
}

TEST(Campaigns, ProtectedNames) {
    struct CaseRule {
        const char* name;
        const char* setup;
        std::vector<const char*> runs;
        const char* holds;
    };
    const CaseRule cases[] = {
        {"links in place of directories that lead to protected names",
         "true",
         {"mkdir -p gh/workflows yy/plugins; touch gh/workflows/ci.yml yy/plugins/p.cjs; ln -s gh .github; ln -s yy "
          ".yarn"},
         "test ! -e .github && test ! -e .yarn"},
        {"a link in place of the user's directory",
         "mkdir src; touch src/a",
         {"true", "cp -a src new; touch new/.envrc; mv src .old; ln -s new src"},
         "test ! -e src/.envrc"},
        {"the user's directory replaced by what a narrower run made, before the first look",
         "mkdir -p data src",
         {"@data mkdir n; touch n/.envrc; sleep 0.1", "rm -rf src; mv data/n src"},
         "test ! -e src/.envrc"},
        {"the user's directory replaced by what an earlier run made",
         "mkdir -p src/k; touch src/k/f",
         {"true", "mkdir -p src/n/.vscode; touch src/n/.vscode/tasks.json src/n/.envrc; sleep 0.1", "true",
          "rm -rf src/k; mv src/n src/k"},
         "test ! -e src/k/.envrc && test ! -e src/k/.vscode"},
        {"the user's directory replaced in two steps",
         "mkdir -p src/sub; touch src/a src/sub/a",
         {"true", "mv src .old",
          "mkdir -p src/sub/.vscode; touch src/.envrc src/sub/CLAUDE.md src/sub/.vscode/tasks.json"},
         "test ! -e src/.envrc && test ! -e src/sub/CLAUDE.md && test ! -e src/sub/.vscode"},
    };
    for (const CaseRule& one : cases) {
        SCOPED_TRACE(one.name);
        const World world;
        ASSERT_EQ(world.shell(one.setup), 0);
        for (const std::string_view script : one.runs) {
            settle();
            // "@data …" runs in that directory, which is then the only writable one.
            const bool narrower = script.starts_with('@');
            const std::size_t blank = script.find(' ');
            const std::string root(narrower ? script.substr(1, blank - 1) : "");
            const std::string text(narrower ? script.substr(blank + 1) : script);
            (void)world.run(watch_below(world, root), [&] { (void)step(world, {root.c_str(), text.c_str()}); });
        }
        EXPECT_EQ(world.shell(one.holds), 0);
    }
}

TEST(Campaigns, ASecondNameForASettingsFile) {
    const World world;
    ASSERT_EQ(world.shell("git init -q deep; mkdir deep/sub; echo 1 > CLAUDE.md"), 0);
    settle();
    EXPECT_EQ(world.brief(world.run("ln deep/.git/config deep/sub/x; ln CLAUDE.md y")),
              (std::vector<Brief>{{"CLAUDE.md", Action::reverted}, {"deep/.git/config", Action::reverted}}));
    // The known files are under read-only mounts now, but their second names are not.
    Watch watch = world.watch();
    watch.held = {world.dir.at("work/deep/.git/config"), world.dir.at("work/CLAUDE.md")};
    settle();
    (void)world.run(watch, [&] { (void)world.shell(std::string(kFunctions) + "evil >> deep/sub/x; echo evil >> y"); });
    EXPECT_FALSE(world.fires("git -C deep status"));
    EXPECT_EQ(world.shell("test $(cat CLAUDE.md) = 1"), 0);
}

TEST(Campaigns, ARootThatAnotherRunMovedAway) {
    const World world;
    ASSERT_EQ(world.shell("mkdir sub"), 0);
    settle();
    const auto findings = world.run(watch_below(world, "sub"), [&] {
        (void)world.shell(std::string(kFunctions) + "mv sub sub2; mkdir sub; mkdir sub2/e; whole sub2/e/.git");
    });
    EXPECT_EQ(world.brief(findings), (std::vector<Brief>{{"sub2/e/.git/config", Action::reverted}}));
    EXPECT_FALSE(world.fires("git -C sub2/e status"));
}

TEST(Campaigns, WhatIsReopenedInsideSomethingHiddenIsNotHeld) {
    const World world;
    ASSERT_EQ(world.shell("mkdir -p secrets/pub; git init -q secrets/pub/lib"), 0);
    Watch watch = world.watch();
    watch.held = {world.dir.at("work/secrets")};
    watch.opened = {world.dir.at("work"), world.dir.at("work/secrets/pub")};
    settle();
    (void)world.run(watch, [&] {
        (void)world.shell(std::string(kFunctions) + "evil >> secrets/pub/lib/.git/config; touch secrets/pub/.envrc");
    });
    EXPECT_FALSE(world.fires("git -C secrets/pub/lib status"));
    EXPECT_FALSE(world.exists("secrets/pub/.envrc"));
}

TEST(Campaigns, ARunElsewhereDoesNotMakeTheUsersWorkTheCommands) {
    const World world;
    ASSERT_EQ(world.shell("mkdir x y"), 0);
    Watch server = watch_below(world, "x"), here = watch_below(world, "y");
    for (Watch* watch : {&server, &here}) watch->writable.push_back(world.dir.at("tmp"));  // common to all runs
    settle();
    auto long_one = begin(world.state(), server);
    ASSERT_TRUE(long_one);
    settle();
    ASSERT_EQ(world.shell("mkdir y/.idea; touch y/CLAUDE.md y/.idea/a"), 0);
    settle();
    EXPECT_EQ(world.brief(world.run(here, [] {})), std::vector<Brief>{});
    EXPECT_TRUE(finish(world.state(), std::move(*long_one))->empty());
}

TEST(Campaigns, AnAbsentPathThatALinkMakes) {
    const World world;
    ASSERT_EQ(world.shell("mkdir sec"), 0);
    Watch watch = world.watch();
    watch.absent.push_back({world.dir.at("work/sec/rules"), "a rule"});
    settle();
    const auto findings = world.run(watch, [&] { (void)world.shell("mv sec s2; ln -s s2 sec; echo evil > s2/rules"); });
    EXPECT_EQ(world.brief(findings), (std::vector<Brief>{{"sec", Action::quarantined}}));
}

TEST(Campaigns, AQuarantineWithoutRoomDisarmsAllTheSame) {
    const World world;
    ASSERT_EQ(world.shell("touch ../state/quarantine"), 0);  // the quarantine cannot be written, as on a full disk
    settle();
    const auto findings = world.run(std::string(kFunctions) + "mkdir e; whole e/.git");
    EXPECT_EQ(world.brief(findings), (std::vector<Brief>{{"e/.git/config", Action::reverted}}));
    EXPECT_TRUE(findings.front().id.empty()) << "there is nothing to restore it from";
    EXPECT_FALSE(world.fires("git -C e status"));
    settle();
    (void)world.run("cd e/.git; mv .config.postern-* config");
    EXPECT_FALSE(world.fires("git -C e status")) << "nor does it come back as the user's own";
}

TEST(Campaigns, TooMuchForAJournalIsRefusedBeforeTheRun) {
    const World world;
    Watch watch = world.watch();
    const std::string long_name(250, 'x');
    for (int i = 0; i < 130'000; ++i) {
        watch.absent.push_back({world.dir.at("work/" + long_name + std::to_string(i)), "a rule"});
    }
    EXPECT_FALSE(begin(world.state(), watch));
}

}  // namespace
}  // namespace postern::scrub::test
