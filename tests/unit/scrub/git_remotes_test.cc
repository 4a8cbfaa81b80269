// Settings that lead the person's next fetch or push elsewhere are told of.
#include "scrub/git_remotes.h"

#include "world.h"

#include <gtest/gtest.h>

#include <string>

namespace postern::scrub::test {
namespace {

using Lines = std::vector<std::string>;

constexpr const char* kUsers =
    "[remote \"origin\"]\n\turl = https://a.example/r\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n"
    "[branch \"main\"]\n\tremote = origin\n\tmerge = refs/heads/main\n";

TEST(Redirections, OfWhatWasThere) {
    struct Case {
        const char* added;
        Lines expected;
    };
    const Case cases[] = {
        {"[remote \"origin\"]\n\tpushurl = git@b.example:r\n",
         {"its remote.origin.pushurl was not set and is git@b.example:r"}},
        {"[remote \"origin\"]\n\turl = https://b.example/r\n",
         {"its remote.origin.url was https://a.example/r and is https://a.example/r, https://b.example/r"}},
        {"[branch \"main\"]\n\tpushRemote = ../evil\n", {"its branch.main.pushremote was not set and is ../evil"}},
        {"[remote]\n\tpushDefault = evil\n", {"its remote.pushdefault was not set and is evil"}},
        {"[remote \"origin\"]\n\tmirror\n", {"its remote.origin.mirror was not set and is true"}},
        {"[url \"https://b.example\"]\n\tinsteadOf = https://a.example\n",
         {"its url.https://b.example.insteadof was not set and is https://a.example"}},
        {"[branch \"fresh\"]\n\tremote = https://b.example/r\n\tmerge = refs/heads/x\n",
         {"its branch.fresh.remote was not set and is https://b.example/r"}},
        // Everyday work.
        {"[remote \"fork\"]\n\turl = https://b.example/r\n\tpushurl = https://c.example/r\n", {}},
        {"[branch \"fresh\"]\n\tremote = origin\n\tmerge = refs/heads/fresh\n", {}},
        {"[branch \"fresh\"]\n\tremote = .\n\tmerge = refs/heads/main\n", {}},
        {"[user]\n\tname = t\n", {}},
        {"", {}},
    };
    for (const Case& c : cases) EXPECT_EQ(redirections(kUsers, std::string(kUsers) + c.added), c.expected) << c.added;
}

TEST(Redirections, ByWhatIsGone) {
    EXPECT_EQ(redirections(kUsers, "[branch \"main\"]\n\tremote = origin\n\tmerge = refs/heads/main\n"),
              (Lines{"its remote.origin.url was https://a.example/r and is not set"}));
    const std::string both = std::string(kUsers) + "[remote \"origin\"]\n\tpushurl = https://safe.example/r\n";
    EXPECT_EQ(redirections(both, kUsers),
              (Lines{"its remote.origin.pushurl was https://safe.example/r and is not set"}));
    const std::string topic = std::string(kUsers) + "[branch \"topic\"]\n\tremote = origin\n";
    EXPECT_EQ(redirections(topic, kUsers), Lines{}) << "a branch was deleted";
    EXPECT_EQ(redirections(std::nullopt, kUsers).size(), 1U);
    EXPECT_EQ(redirections("[", kUsers).size(), 1U);
}

TEST(Redirections, ShowNoPassword) {
    EXPECT_EQ(without_login("https://me:secret@h.example/r"), "https://***@h.example/r");
    EXPECT_EQ(without_login("https://token@h.example/r?key=secret"), "https://***@h.example/r");
    EXPECT_EQ(without_login("https://a:b@c@h.example"), "https://***@h.example");
    EXPECT_EQ(without_login("ssh://git@h.example/r"), "ssh://git@h.example/r");
    EXPECT_EQ(without_login("ssh://git:secret@h.example/r"), "ssh://***@h.example/r");
    EXPECT_EQ(without_login("git@h.example:r"), "git@h.example:r");
    EXPECT_EQ(without_login("/a/b@c"), "/a/b@c");
}

TEST(Redirections, AreReportedByTheScrub) {
    const World world;
    ASSERT_EQ(world.shell("git init -q r; git -C r remote add origin https://me:old@a.example/r"), 0);
    settle();
    const auto findings = world.run(
        "git -C r remote set-url origin https://me:new@b.example/r; git init -q n; git -C n remote add o x; "
        "git -C n remote set-url o y");
    ASSERT_EQ(world.brief(findings), (std::vector<Brief>{{"r/.git/config", Action::reported}}));
    EXPECT_NE(findings.front().why.find("was https://***@a.example/r and is https://***@b.example/r"),
              std::string::npos)
        << findings.front().why;
    settle();
    EXPECT_TRUE(world.run("true").empty()) << "once is enough";
    // Under a mount that held it, where the guard let git write.
    Watch watch = world.watch();
    watch.held = {world.dir.at("work/r/.git/config")};
    settle();
    EXPECT_EQ(world.brief(
                  world.run(watch, [&] { (void)world.shell("cd r/.git; cp config c; sed s/b.ex/c.ex/ c > config"); })),
              (std::vector<Brief>{{"r/.git/config", Action::reported}}));
    settle();
    EXPECT_EQ(world.brief(world.run("git -C r remote set-url origin z; git -C r config core.fsmonitor ./x")),
              (std::vector<Brief>{{"r/.git/config", Action::reported}, {"r/.git/config", Action::reverted}}));
}

}  // namespace
}  // namespace postern::scrub::test
