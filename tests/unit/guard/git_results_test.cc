#include "guard/git_results.h"
#include "../base/cannot_run.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include <unistd.h>

namespace postern::guard {
namespace {

class GitResultsTest : public ::testing::Test {
protected:
    void SetUp() override {
        const auto git = AbsPath::parse("/usr/bin/git");
        if (!git || !std::filesystem::exists(git->text())) CANNOT_RUN("there is no /usr/bin/git");
        scratch_ = ::testing::TempDir() + "git_results_test." + std::to_string(::getpid());
        git_.emplace(*git, WorkTree{AbsPath::root(), AbsPath::root(), AbsPath::root()}, [] { return false; });
        results_.emplace(*git_, *AbsPath::parse(scratch_));
    }
    void TearDown() override {
        results_.reset();
        EXPECT_TRUE(!std::filesystem::exists(scratch_) || std::filesystem::is_empty(scratch_));
        std::filesystem::remove_all(scratch_);
    }
    std::string scratch_;
    std::optional<HostGit> git_;
    std::optional<GitResults> results_;
};

TreeFile plain(std::string content) {
    return {"100644", std::move(content)};
}

constexpr const char* kPatch =
    "diff --git a/a b/b\nrename from a\nrename to b\n--- a/a\n+++ b/b\n@@ -1,2 +1,2 @@\n 1\n-2\n+two\n";

TEST_F(GitResultsTest, ChangesOfBothSidesAreJoined) {
    const auto made =
        results_->merged({plain("1\n2\n3\n4\n5\n"), plain("one\n2\n3\n4\n5\n"), plain("1\n2\n3\n4\nfive\n")});
    ASSERT_TRUE(made);
    EXPECT_EQ(made->content, "one\n2\n3\n4\nfive\n");
    EXPECT_EQ(made->mode, "100644");
}

TEST_F(GitResultsTest, ModesAreJoinedToo) {
    const auto made =
        results_->merged({plain("1\n2\n3\n4\n5\n"), {"100755", "1\n2\n3\n4\n5\n"}, plain("1\n2\n3\n4\nfive\n")});
    ASSERT_TRUE(made);
    EXPECT_EQ(*made, (TreeFile{"100755", "1\n2\n3\n4\nfive\n"}));
}

TEST_F(GitResultsTest, WhatIsNotJoinedByItself) {
    EXPECT_FALSE(results_->merged({plain("1\n"), plain("2\n"), plain("3\n")})) << "a conflict";
    EXPECT_FALSE(results_->merged({plain("a\0b\n"), plain(std::string("a\0c\n", 4)), plain(std::string("\0\n", 2))}))
        << "binary";
    EXPECT_FALSE(results_->merged({{"120000", "a"}, {"120000", "b"}, {"120000", "a"}})) << "links";
}

// `git merge-file` and `git merge` make other contents of these, without a conflict.
TEST_F(GitResultsTest, WaysThatDoNotAgree) {
    EXPECT_FALSE(results_->merged(
        {plain("a\nc\na\na\na\na\na\nc\n"), plain("a\nc\nc\na\na\na\na\nc\n"), plain("c\na\na\na\na\nc\n")}));
}

TEST_F(GitResultsTest, PathsOfAPatch) {
    EXPECT_EQ(results_->touched({.text = kPatch}), (Words{"a", "b"}));
    EXPECT_EQ(results_->touched({.text = kPatch, .options = {"-R"}}), (Words{"a", "b"}));
    EXPECT_EQ(results_->touched({.text = kPatch, .options = {"--directory=d"}}), (Words{"d/a", "d/b"}));
    EXPECT_EQ(results_->touched({.text = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2\n", .directory = "d"}), Words{"d/x"});
    EXPECT_FALSE(results_->touched({.text = "no patch"}));
    EXPECT_FALSE(results_->touched({.text = ""}));
    EXPECT_FALSE(results_->touched({.text = kPatch, .directory = "../.."}));
}

TEST_F(GitResultsTest, PatchesOneAfterAnother) {
    const TreeFiles before{{"a", plain("1\n2\n")}, {"odd \"name\"\n", plain("x")}};
    const GivenPatch second{.text = "--- a/b\n+++ b/b\n@@ -1,2 +1 @@\n 1\n-two\n"};
    const auto made = results_->patched(before, {{.text = kPatch}, second});
    ASSERT_TRUE(made);
    ASSERT_EQ(made->size(), 2U);
    EXPECT_EQ(made->front().at("b").content, "1\ntwo\n");
    EXPECT_FALSE(made->front().contains("a"));
    EXPECT_EQ(made->back().at("b").content, "1\n");
    EXPECT_EQ(made->back().at("odd \"name\"\n").content, "x");
    EXPECT_FALSE(results_->patched(before, {second}));
}

TEST_F(GitResultsTest, APatchMakesNoFile) {
    const std::string name = "../git/config";
    const std::string patch = "diff --git a/" + name + " b/" + name + "\nnew file mode 100644\n--- /dev/null\n+++ b/" +
                              name + "\n@@ -0,0 +1 @@\n+x\n";
    EXPECT_FALSE(results_->patched({}, {{.text = patch}}));
    for (const auto& entry : std::filesystem::recursive_directory_iterator(scratch_))
        EXPECT_NE(entry.path().filename(), "config");
}

TEST_F(GitResultsTest, TheTextOfAMail) {
    const std::string mail =
        "From 0 Mon Sep 17 00:00:00 2001\nFrom: a <a@b>\nSubject: s\nMIME-Version: 1.0\nContent-Type: "
        "text/plain; charset=UTF-8\nContent-Transfer-Encoding: quoted-printable\n\nm\n---\n--- a/x\n+++ "
        "b/x\n@@ -1 +1 @@\n-a=3D1\n+a=3D2\n";
    const auto patch = results_->patch_in(mail);
    ASSERT_TRUE(patch);
    EXPECT_NE(patch->find("+a=2\n"), std::string::npos);
}

}  // namespace
}  // namespace postern::guard
