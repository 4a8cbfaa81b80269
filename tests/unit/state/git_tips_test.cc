#include "state/git_tips.h"

#include "temp_dir.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace postern::state {
namespace {

using test::TempDir;

const std::string kA(40, 'a'), kB(40, 'b'), kC(40, 'c'), kD(40, 'd');

class TipsOfARepository : public ::testing::Test {
protected:
    TipsOfARepository() {
        std::filesystem::create_directories(directory_.at("git/refs/heads/x").text());
        set("refs/heads/main", kA);
    }
    void set(const std::string& name, const std::string& commit) { directory_.write("git/" + name, commit + "\n"); }
    [[nodiscard]] AbsPath git() const { return directory_.at("git"); }
    [[nodiscard]] AbsPath home() const { return directory_.at("state"); }
    [[nodiscard]] GitTips begin() const { return {home(), git()}; }
    TempDir directory_;
};

TEST_F(TipsOfARepository, AreReadFromAllPlaces) {
    set("HEAD", kB);
    set("refs/heads/x/y", kC);
    directory_.write("git/packed-refs",
                     "# pack-refs with: peeled\n" + kD + " refs/tags/v1\n^" + std::string(40, 'e') + "\n");
    set("refs/heads/broken", "ref: refs/heads/main");
    EXPECT_EQ(read_tips(git()), (state::Tips{{kA, kB, kC, kD, std::string(40, 'e')}}));
}

TEST_F(TipsOfARepository, AreUnderstoodAsGitUnderstandsThem) {
    for (const std::string& text : {kB + "\tx", kB + "\r", std::string(40, 'B'), kB + " # x"}) {
        set("refs/heads/odd", text);
        EXPECT_EQ(read_tips(git()), (state::Tips{{kA, kB}})) << text;
    }
    for (const std::string& text : {kB + std::string(5000, '\n'), std::string("x"), kB + "x"}) {
        set("refs/heads/odd", text);
        EXPECT_EQ(read_tips(git()), (state::Tips{{kA}, false})) << text.size();
    }
}

TEST_F(TipsOfARepository, ThatCouldNotBeReadAreForeignOnceTheyCan) {
    const GitTips run = begin();
    set("refs/heads/odd", kB + std::string(5000, '\n'));
    ASSERT_TRUE(run.finish(Others::none));
    set("refs/heads/odd", kB);  // as after `git pack-refs`
    EXPECT_EQ(begin().own(Others::none), Commits{kA});
}

TEST_F(TipsOfARepository, OfBeforeTheFirstRunAreThePersons) {
    EXPECT_EQ(begin().own(Others::none), Commits{kA});
}

TEST_F(TipsOfARepository, ThatARunMovedAreForeignForGood) {
    const GitTips run = begin();
    set("refs/heads/main", kB);
    ASSERT_TRUE(run.finish(Others::none));
    EXPECT_EQ(begin().own(Others::none), Commits{kA});  // also where no ref names it any more
    set("refs/heads/main", kC);                         // between two runs
    EXPECT_EQ(begin().own(Others::none), (Commits{kA, kC}));
    set("refs/heads/again", kB);
    EXPECT_EQ(begin().own(Others::none), (Commits{kA, kC}));
}

TEST_F(TipsOfARepository, ThatNobodyAccountsForAreForeign) {
    EXPECT_EQ(begin().own(Others::none), Commits{kA});
    set("refs/heads/main", kB);
    ASSERT_TRUE(GitTips::interrupted(home(), git()));
    EXPECT_EQ(begin().own(Others::none), Commits{kA});
    set("refs/heads/main", kC);
    EXPECT_EQ(begin().own(Others::may_have_run), Commits{kA});
    set("refs/heads/main", kD);
    EXPECT_EQ(begin().own(Others::none), (Commits{kA, kD}));
}

TEST_F(TipsOfARepository, OfRunsAtTheSameTimeAreNotMixed) {
    const GitTips first = begin();
    ASSERT_TRUE(first.begin(Others::none, Earlier::none));
    set("refs/heads/main", kB);  // by the first
    const GitTips second = begin();
    EXPECT_EQ(second.own(Others::may_have_run), Commits{kA});
    set("refs/heads/main", kC);  // by the second
    ASSERT_TRUE(second.finish(Others::may_have_run));
    ASSERT_TRUE(first.finish(Others::none));
    EXPECT_EQ(begin().own(Others::none), Commits{kA});
    set("refs/heads/other", kB);
    EXPECT_EQ(begin().own(Others::none), (Commits{kA, kB})) << "named by the person";
}

TEST_F(TipsOfARepository, OfOneThatCommandsCouldWriteUnseenAreForeign) {
    ASSERT_TRUE(begin().begin(Others::none, Earlier::could_write));
    EXPECT_EQ(begin().own(Others::none), Commits{});
    set("refs/heads/main", kB);
    EXPECT_EQ(begin().own(Others::none), Commits{kB}) << "moved by the person since";
}

TEST_F(TipsOfARepository, ThatCannotBeWrittenDownAreToldOf) {
    directory_.write("state/git-tips", "no directory");
    EXPECT_FALSE(begin().begin(Others::none, Earlier::none));
    EXPECT_FALSE(begin().own(Others::none));
}

TEST_F(TipsOfARepository, NothingIsWrittenWhereNothingMoved) {
    ASSERT_TRUE(begin().finish(Others::none));
    EXPECT_FALSE(std::filesystem::exists(home().text()));
}

TEST_F(TipsOfARepository, ADocumentThatCannotBeReadGrantsNothing) {
    ASSERT_TRUE(begin().own(Others::none));
    for (const auto& file : std::filesystem::directory_iterator(home().text() + "/git-tips")) {
        if (file.path().extension() == ".json")
            directory_.write("state/git-tips/" + file.path().filename().string(), "{}");
    }
    EXPECT_FALSE(begin().own(Others::none));
}

}  // namespace
}  // namespace postern::state
