#include "guard/git_words.h"

#include "guard/git_forecast.h"

#include <gtest/gtest.h>

#include <sstream>

namespace postern::guard {
namespace {

GitIntent of(const std::string& line) {
    std::istringstream words(line);
    Words argv;
    for (std::string word; words >> word;) argv.push_back(word);
    return intent_of(argv);
}

TEST(GitWords, CommandsThatChangeNoTrackedFile) {
    for (const char* line : {"git add .",
                             "git commit -am x",
                             "git status",
                             "git reset HEAD~1",
                             "git reset --soft x",
                             "git checkout -b new",
                             "git switch -c new",
                             "git restore --staged a",
                             "git stash list",
                             "git stash drop",
                             "git rm --cached a",
                             "git apply --check p",
                             "git pull origin main",
                             "git -C x -c a=b fetch",
                             "git merge --continue",
                             "git rebase --quit",
                             "git am --rebasing",
                             "git read-tree HEAD",
                             "git sparse-checkout list",
                             "git",
                             "git --version"}) {
        EXPECT_EQ(of(line).work, TreeWork::nothing) << line;
    }
}

TEST(GitWords, WhatItDoesNotKnowIsUnknown) {
    for (const char* line : {"git frobnicate", "git co main", "git stash frob", "git-filter-repo x"})
        EXPECT_EQ(of(line).work, TreeWork::unknown) << line;
}

TEST(GitWords, TheRevisionIsFoundAmongOptions) {
    for (const char* line :
         {"git checkout main", "git checkout -q main", "git checkout -qb new main", "git checkout -B new main",
          "git checkout --detach main", "git checkout -f main", "git checkout main --", "git switch main",
          "git switch -c new main", "git reset --hard main", "git -c a.b=c --git-dir=x checkout main",
          "git-checkout main", "git restore -s main .", "git restore --source=main .", "git checkout -m main",
          "git read-tree -m -u HEAD main"}) {
        const GitIntent found = of(line);
        EXPECT_EQ(found.work, TreeWork::become) << line;
        EXPECT_EQ(found.revisions, Words{"main"}) << line;
    }
}

TEST(GitWords, PathsAreToldFromRevisions) {
    EXPECT_EQ(of("git checkout -- a b").paths, (Words{"a", "b"}));
    EXPECT_TRUE(of("git checkout -- a").revisions.empty());
    EXPECT_EQ(of("git checkout old -- a").paths, Words{"a"});
    EXPECT_EQ(of("git checkout old a").paths, Words{"a"});
    EXPECT_TRUE(of("git checkout a").may_be_path);
    EXPECT_FALSE(of("git checkout a --").may_be_path);
    EXPECT_EQ(of("git stash push -m text -- a").paths, Words{"a"});
}

TEST(GitWords, Sequences) {
    EXPECT_EQ(of("git merge -m text topic").revisions, Words{"topic"});
    EXPECT_EQ(of("git merge").revisions, Words{"@{upstream}"});
    EXPECT_EQ(of("git rebase --onto x up branch").onto, "x");
    EXPECT_EQ(of("git rebase --onto x up branch").revisions, (Words{"up", "branch"}));
    EXPECT_EQ(of("git rebase -i -x make main").revisions, Words{"main"});
    EXPECT_EQ(of("git cherry-pick -m 1 a b").revisions, (Words{"a", "b"}));
    EXPECT_EQ(of("git revert --no-edit a").work, TreeWork::revert);
    EXPECT_EQ(of("git rebase --abort").work, TreeWork::abandon);
    EXPECT_EQ(of("git cherry-pick --continue").work, TreeWork::resume_pick);
    EXPECT_EQ(of("git stash pop 2").revisions, Words{"stash@{2}"});
    EXPECT_EQ(of("git stash").work, TreeWork::stash);
    EXPECT_EQ(of("git stash -u").work, TreeWork::stash);
    EXPECT_EQ(of("git stash").options, Words{});
    EXPECT_EQ(of("git stash -qu").options, (Words{"--others", "--exclude-standard"}));
    EXPECT_EQ(of("git stash push --include-untracked -- a").options, (Words{"--others", "--exclude-standard"}));
    EXPECT_EQ(of("git stash save -a text").options, Words{"--others"});
    EXPECT_EQ(of("git checkout-index -f -a").work, TreeWork::export_index);
    EXPECT_EQ(of("git checkout-index -f -- a").paths, Words{"a"});
    EXPECT_EQ(of("git checkout-index -a --prefix=out/").work, TreeWork::nothing);
}

TEST(GitWords, WaysOfMerging) {
    for (const char* line :
         {"git merge -Xours topic", "git merge -X theirs topic", "git merge --strategy-option=ours topic",
          "git merge --strategy=ort topic", "git cherry-pick -x -s a", "git rebase -q main"})
        EXPECT_FALSE(of(line).unusual) << line;
    for (const char* line : {"git merge -Xignore-space-change topic", "git merge -s ours topic", "git merge a b",
                             "git rebase --apply main", "git rebase -i main", "git rebase --whitespace=fix main",
                             "git cherry-pick -Xrenormalize a", "git checkout -m x"})
        EXPECT_TRUE(of(line).unusual) << line;
    EXPECT_EQ(of("git merge -Xours topic").revisions, Words{"topic"});
    EXPECT_EQ(of("git revert -m1 a").parent, "1");
    EXPECT_EQ(of("git revert --mainline 2 a").parent, "2");
}

TEST(GitWords, Patches) {
    EXPECT_EQ(of("git apply p").paths, Words{"p"});
    EXPECT_EQ(of("git apply").paths, Words{"-"});
    EXPECT_EQ(of("git apply --stat --apply p").work, TreeWork::patch);
    EXPECT_EQ(of("git apply -p0 --directory=d --reverse --index p").options, (Words{"-p0", "--directory=d", "-R"}));
    EXPECT_EQ(of("git apply -p 0 p").options, Words{"-p0"});
    EXPECT_EQ(of("git apply -3 p").options, Words{"--3way"});
    for (const char* line : {"git apply --ours p", "git apply --reject p", "git apply --build-fake-ancestor=x p",
                             "git apply --unsafe-paths p", "git apply --rev p", "git apply -Rv p"})
        EXPECT_TRUE(of(line).unusual) << line;
    EXPECT_EQ(of("git am p").work, TreeWork::mail);
    EXPECT_EQ(of("git am --continue").work, TreeWork::resume_patch);
}

TEST(GitWords, WhichPathsTheWordsMayMean) {
    for (const char* word : {".npmrc", "./.npmrc", "../.npmrc", ".", "*", ":/", "/p/.npmrc"})
        EXPECT_TRUE(may_mean({word}, ".npmrc")) << word;
    for (const char* word : {"a", "npmrc", ".npmrc2", "sub/.npmrc"}) EXPECT_FALSE(may_mean({word}, ".npmrc")) << word;
    for (const char* word : {".github", "workflows", ".github/workflows/ci.yml", "ci.yml"})
        EXPECT_TRUE(may_mean({word}, ".github/workflows/ci.yml")) << word;
    EXPECT_TRUE(may_mean({}, "any"));
}

}  // namespace
}  // namespace postern::guard
