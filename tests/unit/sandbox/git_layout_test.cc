#include "sandbox/git_layout.h"

#include "fake_host.h"

#include <gtest/gtest.h>

#include <functional>

namespace postern::sandbox {
namespace {

TEST(GitLayout, FindsRepositories) {
    FakeHost host;
    host.repository("/a/.git").directory("/a/sub/deep");
    const Repository plain{path("/a"), path("/a/.git"), path("/a/.git"), false};
    EXPECT_EQ(repository_at(path("/a"), host), plain);
    EXPECT_EQ(repository_around(path("/a/sub/deep"), host), plain);
    EXPECT_EQ(repository_at(path("/a/sub"), host), std::nullopt);
    EXPECT_EQ(repository_around(path("/b"), host), std::nullopt);
}

TEST(GitLayout, APointerCountsOnlyIfItIsPointedBackTo) {
    FakeHost host;
    host.repository("/m/.git").file("/m/.git/worktrees/w/HEAD", "ref: refs/heads/w\n");
    host.file("/m/.git/worktrees/w/commondir", "../..\n");
    host.file("/w/.git", "gitdir: /m/.git/worktrees/w\n").file("/m/.git/worktrees/w/gitdir", "/w/.git\n");
    EXPECT_EQ(repository_at(path("/w"), host),
              (Repository{path("/w"), path("/m/.git/worktrees/w"), path("/m/.git"), true}));

    host.file("/thief/.git", "gitdir: /m/.git/worktrees/w\n");  // names the worktree of another project
    EXPECT_EQ(repository_at(path("/thief"), host), std::nullopt);
    host.file("/other/.git", "gitdir: /m/.git\n");
    EXPECT_EQ(repository_at(path("/other"), host), std::nullopt);
    host.link("/linked/.git", "/m/.git");
    EXPECT_EQ(repository_at(path("/linked"), host), std::nullopt);
}

// git passes by a `.git` that is no repository, and finds the one above it.
TEST(GitLayout, OnlyWhatGitTakesForARepositoryCounts) {
    const std::string oid(40, 'a');
    struct Case {
        const char* name;
        std::function<void(FakeHost&)> made;
        bool counts;
    };
    const Case cases[] = {
        {"empty", [](auto& h) { h.directory("/a/b/.git"); }, false},
        {"no objects", [](auto& h) { h.file("/a/b/.git/HEAD", "ref: refs/heads/x\n").directory("/a/b/.git/refs"); },
         false},
        {"no refs", [](auto& h) { h.file("/a/b/.git/HEAD", "ref: refs/heads/x\n").directory("/a/b/.git/objects"); },
         false},
        {"no head", [](auto& h) { h.directory("/a/b/.git/objects").directory("/a/b/.git/refs"); }, false},
        {"empty head", [](auto& h) { h.repository("/a/b/.git").file("/a/b/.git/HEAD", ""); }, false},
        {"head without refs", [](auto& h) { h.repository("/a/b/.git").file("/a/b/.git/HEAD", "ref: x\n"); }, false},
        {"short hash", [](auto& h) { h.repository("/a/b/.git").file("/a/b/.git/HEAD", "abc\n"); }, false},
        {"a branch", [](auto& h) { h.repository("/a/b/.git"); }, true},
        {"a commit", [&](auto& h) { h.repository("/a/b/.git").file("/a/b/.git/HEAD", oid + "\n"); }, true},
        {"a link to a branch to be",
         [](auto& h) {
             h.directory("/a/b/.git/objects").directory("/a/b/.git/refs").link("/a/b/.git/HEAD", "refs/heads/x");
         },
         true},
    };
    for (const Case& c : cases) {
        FakeHost host;
        c.made(host.repository("/a/.git").directory("/a/b/c"));
        const auto found = repository_around(path("/a/b/c"), host);
        ASSERT_TRUE(found) << c.name;
        EXPECT_EQ(found->top, path(c.counts ? "/a/b" : "/a")) << c.name;
    }
    FakeHost stopped;
    stopped.repository("/a/.git").file("/a/b/.git", "gitdir: /nowhere\n");
    EXPECT_EQ(repository_around(path("/a/b"), stopped), std::nullopt) << "git stops at a file that leads to nothing";
}

TEST(GitLayout, ASubmoduleIsNamedByItsConfig) {
    FakeHost host;
    host.repository("/m/.git").repository("/m/.git/modules/s").file("/m/s/.git", "gitdir: ../.git/modules/s\n");
    EXPECT_EQ(repository_at(path("/m/s"), host), std::nullopt);
    host.file("/m/.git/modules/s/config", "[core]\n\tworktree = ../../../s\n");
    EXPECT_EQ(repository_at(path("/m/s"), host),
              (Repository{path("/m/s"), path("/m/.git/modules/s"), path("/m/.git/modules/s"), true}));
}

TEST(GitLayout, ManySubmodulesAreHeldAsAWhole) {
    FakeHost host;
    host.repository("/m/.git");
    for (int i = 0; i < 300; ++i) host.file("/m/.git/modules/m" + std::to_string(i) + "/HEAD");
    const auto paths = code_paths(path("/m/.git"), host);
    EXPECT_EQ(paths.size(), std::size(kGitCode) + 1);
    EXPECT_EQ(paths.front(), path("/m/.git/modules"));
}

TEST(GitLayout, CodePathsOfEveryPart) {
    FakeHost host;
    host.repository("/m/.git").repository("/m/.git/modules/x/y").directory("/m/.git/worktrees/w");
    std::vector<std::string> directories;
    for (const AbsPath& found : code_paths(path("/m/.git"), host)) {
        if (found.name() == "hooks") directories.push_back(found.parent().text());
    }
    EXPECT_EQ(directories, (std::vector<std::string>{"/m/.git", "/m/.git/modules/x/y"}))
        << "worktrees must be removable";
    EXPECT_EQ(code_paths(path("/m/.git"), host).size(), 2 * std::size(kGitCode));
}

}  // namespace
}  // namespace postern::sandbox
