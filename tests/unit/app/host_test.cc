#include "app/host.h"
#include "app/judge.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace postern::app {
namespace {

namespace fs = std::filesystem;

class Links : public ::testing::Test {
protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "postern-links-XXXXXX").string();
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        base_ = fs::canonical(name);
        fs::create_directories(base_ / "real/deep");
    }
    void TearDown() override { fs::remove_all(base_); }

    [[nodiscard]] std::string followed(const std::string& name) const {
        return follow_links(*AbsPath::resolve(AbsPath::root(), (base_ / name).string())).text();
    }
    [[nodiscard]] std::string path(const std::string& name) const { return (base_ / name).string(); }

    fs::path base_;
};

TEST_F(Links, PlainPathsStay) {
    EXPECT_EQ(followed("real/deep"), path("real/deep"));
    EXPECT_EQ(followed("not/there"), path("not/there"));
    EXPECT_EQ(follow_links(AbsPath::root()).text(), "/");
}

TEST_F(Links, RelativeAbsoluteAndChained) {
    fs::create_symlink("real/deep", base_ / "relative");
    fs::create_symlink(base_ / "relative", base_ / "absolute");
    fs::create_symlink("../absolute/..", base_ / "real/up");
    EXPECT_EQ(followed("relative/x"), path("real/deep/x"));
    EXPECT_EQ(followed("absolute/x"), path("real/deep/x"));
    EXPECT_EQ(followed("real/up/x"), path("real/x")) << "`..` goes up from where the link leads";
}

TEST_F(Links, WhatALinkWouldCreate) {
    fs::create_symlink("/etc/no-such-file/yet", base_ / "dangling");
    EXPECT_EQ(followed("dangling"), "/etc/no-such-file/yet");
    fs::create_symlink("../../../../../../../../../../../tmp", base_ / "beyond");
    EXPECT_EQ(followed("beyond"), fs::canonical("/tmp").string());
}

TEST_F(Links, CirclesEnd) {
    fs::create_symlink("b", base_ / "a");
    fs::create_symlink("a", base_ / "b");
    EXPECT_EQ(followed("a/x"), path("a/x"));
}

TEST_F(Links, WorkingDirectory) {
    fs::create_symlink("real", base_ / "link");
    EXPECT_EQ(working_directory(path("link"))->text(), path("real"));
    EXPECT_EQ(working_directory(std::nullopt)->text(), fs::canonical(fs::current_path()).string());
    const fs::path before = fs::current_path();
    fs::create_directory(base_ / "project");
    fs::create_symlink("..", base_ / "project/out");
    fs::current_path(base_ / "project");
    EXPECT_FALSE(working_directory("out/real")) << "a link made in the project would open what lies beside it";
    EXPECT_TRUE(working_directory("../real"));
    fs::current_path(before);
    EXPECT_EQ(working_directory("/no/such/place")->text(), "/no/such/place");
    EXPECT_FALSE(working_directory("no/such/place"));
    EXPECT_FALSE(working_directory(""));
    EXPECT_FALSE(working_directory(std::string_view("/a\0b", 4)));
}

TEST(QuestionAbout, EachToolWantsItsOwn) {
    EXPECT_TRUE(std::holds_alternative<PathQuery>(query_for({.name = "Read", .path = "x"})->subject));
    EXPECT_TRUE(std::holds_alternative<HostQuery>(query_for({.name = "WebFetch", .host = "x"})->subject));
    EXPECT_TRUE(std::holds_alternative<OtherTool>(query_for({.name = "mcp__a__b"})->subject));
    EXPECT_EQ(std::get<PathQuery>(query_for({.name = "Write", .path = "x"})->subject).tool, policy::PathTool::write);
    EXPECT_EQ(std::get<PathQuery>(query_for({.name = "Grep", .path = "x"})->subject).tool, policy::PathTool::read);
    EXPECT_FALSE(query_for({.name = "Read"}));
    EXPECT_FALSE(query_for({.name = "Read", .path = "x", .host = "y"}));
    EXPECT_FALSE(query_for({.name = "WebFetch"}));
    EXPECT_FALSE(query_for({.name = "WebFetch", .path = "x"}));
    EXPECT_FALSE(query_for({.name = "Bash"}));
    EXPECT_FALSE(query_for({.name = ""}));
}

}  // namespace
}  // namespace postern::app
