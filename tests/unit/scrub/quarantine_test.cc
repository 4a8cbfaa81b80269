#include "scrub/quarantine.h"

#include "world.h"

#include <gtest/gtest.h>

namespace postern::scrub::test {
namespace {

TEST(QuarantineTest, WhatWasTakenCanBePutBack) {
    const World world;
    settle();
    const auto findings = world.run("mkdir -p .vscode/n; echo 1 > .vscode/n/x; touch 'CLAUDE.md'");
    ASSERT_EQ(findings.size(), 2U);
    EXPECT_FALSE(world.exists(".vscode"));
    const auto kept = list(world.state());
    ASSERT_TRUE(kept);
    ASSERT_EQ(kept->size(), 2U);
    EXPECT_GT((*kept)[0].bytes + (*kept)[1].bytes, 0U);
    for (const Finding& finding : findings) {
        const auto back = restore(world.state(), finding.id);
        ASSERT_TRUE(back) << back.error().what;
        EXPECT_EQ(*back, finding.path);
    }
    EXPECT_EQ(world.shell("test -e .vscode/n/x && test -e CLAUDE.md"), 0);
    EXPECT_TRUE(list(world.state())->empty());
    EXPECT_FALSE(restore(world.state(), findings[0].id)) << "once is enough";
    settle();
    EXPECT_TRUE(world.run("touch f").empty()) << "it is the user's choice now";
}

TEST(QuarantineTest, NothingIsOverwritten) {
    const World world;
    settle();
    const auto findings = world.run("echo planted > CLAUDE.md");
    ASSERT_EQ(findings.size(), 1U);
    (void)world.shell("echo mine > CLAUDE.md");
    const auto refused = restore(world.state(), findings[0].id);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().what, "something is there now: move it away first");
    EXPECT_EQ(world.dir.read("work/CLAUDE.md"), "mine\n");
    for (const char* id : {"", "..", "../trees", ".", "none"}) EXPECT_FALSE(restore(world.state(), id)) << id;
}

TEST(QuarantineTest, ItIsPrivateAndOnlyAgeEmptiesIt) {
    const World world;
    settle();
    (void)world.run("head -c 300000 /dev/zero > CLAUDE.md");
    (void)world.run("head -c 300000 /dev/zero > AGENTS.md");
    struct stat st {};
    ASSERT_EQ(::stat(world.dir.at("state/quarantine").text().c_str(), &st), 0);
    EXPECT_EQ(st.st_mode & 0777U, 0700U);
    const Quarantine quarantine(world.state());
    ASSERT_EQ(list(world.state())->size(), 2U);
    EXPECT_EQ(quarantine.prune(), 0U);
    EXPECT_EQ(quarantine.prune(kMaxKeptSeconds, std::time(nullptr) + kMaxKeptSeconds - 60), 0U);
    EXPECT_EQ(quarantine.prune(kMaxKeptSeconds, std::time(nullptr) + kMaxKeptSeconds + 60), 2U) << "too old";
    EXPECT_TRUE(list(world.state())->empty());
}

TEST(QuarantineTest, ReadsWhatEarlierReleasesWrote) {
    const World world;
    const std::string path = world.dir.at("work/CLAUDE.md").text();
    world.dir.write("state/quarantine/20260101-000000-0000000000/thing", "planted");
    world.dir.write(
        "state/quarantine/20260101-000000-0000000000/manifest.json",
        "{\n\t\"beside\": null,\n\t\"bytes\": 4096,\n\t\"kind\": \"file\",\n\t\"mode\": 33188,\n\t\"path\": \"" + path +
            "\",\n\t\"version\": 1,\n\t\"when\": 1767225600,\n\t\"why\": \"new\"\n}\n",
        0600);
    const auto kept = list(world.state());
    ASSERT_TRUE(kept);
    ASSERT_EQ(kept->size(), 1U);
    EXPECT_EQ(kept->front(), (Kept{.id = "20260101-000000-0000000000",
                                   .path = *AbsPath::parse(path),
                                   .why = "new",
                                   .when = 1767225600,
                                   .bytes = 4096,
                                   .now = world.dir.at("state/quarantine/20260101-000000-0000000000/thing")}));
    ASSERT_TRUE(restore(world.state(), kept->front().id));
    EXPECT_EQ(world.dir.read("work/CLAUDE.md"), "planted");
}

TEST(QuarantineTest, WhatCannotBeReadIsListedAndNeverRemoved) {
    const World world;
    const Quarantine quarantine(world.state());
    world.dir.write("state/quarantine/a/thing", "mine");
    world.dir.write("state/quarantine/a/manifest.json", R"({"version":2,"path":"/elsewhere"})", 0600);
    world.dir.write("state/quarantine/b/thing", "mine");
    world.dir.write("state/quarantine/c/manifest.json", "{", 0600);
    std::filesystem::create_directory(world.dir.at("state/quarantine/interrupted").text());
    EXPECT_EQ(quarantine.prune(-1), 0U);
    EXPECT_EQ(quarantine.prune(-1, std::time(nullptr) + 7200), 1U) << "only the one that is empty";
    const auto kept = list(world.state());
    ASSERT_TRUE(kept);
    ASSERT_EQ(kept->size(), 3U);
    for (const Kept& one : *kept) {
        EXPECT_EQ(one.path, world.dir.at("state/quarantine/" + one.id));
        EXPECT_TRUE(one.why.starts_with("kept here until you remove it: ")) << one.why;
        EXPECT_FALSE(restore(world.state(), one.id));
    }
    EXPECT_EQ(world.dir.read("state/quarantine/a/thing"), "mine");
    EXPECT_EQ(world.dir.read("state/quarantine/b/thing"), "mine");
}

TEST(QuarantineTest, FromOneFileSystemToAnother) {
    if (::access("/dev/shm", W_OK) != 0) CANNOT_RUN("no second file system");
    std::string name = "/dev/shm/postern-test.XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    const World world;
    Watch watch = world.watch();
    watch.writable = {*AbsPath::parse(name)};
    settle();
    const auto findings = world.run(watch, [&] {
        (void)world.shell("cd " + name +
                          " && mkdir -p .vscode/h && echo 1 > .vscode/h/x && ln -s a .vscode/l && "
                          "chmod 500 .vscode/h && mkfifo .vscode/p && touch CLAUDE.md && chmod 400 CLAUDE.md");
    });
    ASSERT_EQ(findings.size(), 2U) << findings.size();
    EXPECT_NE(::access((name + "/.vscode").c_str(), F_OK), 0);
    for (const Finding& finding : findings) {
        EXPECT_EQ(finding.action, Action::quarantined) << finding.why;
        EXPECT_TRUE(restore(world.state(), finding.id));
    }
    EXPECT_EQ(world.shell("test -e " + name + "/.vscode/h/x"), 0);
    struct stat st {};
    EXPECT_EQ(::stat((name + "/.vscode/h").c_str(), &st), 0);
    EXPECT_EQ(st.st_mode & 0777U, 0500U);
    EXPECT_EQ(::lstat((name + "/.vscode/l").c_str(), &st), 0);
    EXPECT_TRUE(S_ISLNK(st.st_mode));

    settle();
    // A directory too large to be copied stays in place under a meaningless name.
    const auto large =
        world.run(watch, [&] { (void)world.shell("cd " + name + " && mkdir .cargo && truncate -s 600M .cargo/x"); });
    ASSERT_EQ(large.size(), 1U);
    EXPECT_EQ(large[0].action, Action::quarantined) << large[0].why;
    EXPECT_NE(world.shell("test -e " + name + "/.cargo"), 0);
    EXPECT_EQ(world.shell("test -e " + name + "/.cargo.postern*/x"), 0);
    ASSERT_TRUE(restore(world.state(), large[0].id));
    EXPECT_EQ(world.shell("test -e " + name + "/.cargo/x"), 0);
    EXPECT_TRUE(remove_tree(AT_FDCWD, name)) << "and whatever modes it has";
}

TEST(QuarantineTest, TreesOfAnyDepthAndModeAreRemoved) {
    const World world;
    ASSERT_EQ(world.deep("t", 2200, "touch f; mkdir locked; touch locked/f; chmod 000 locked"), 0);
    EXPECT_TRUE(remove_tree(AT_FDCWD, world.dir.at("work/t").text()));
    EXPECT_FALSE(world.exists("t"));
    EXPECT_TRUE(remove_tree(AT_FDCWD, world.dir.at("work/t").text())) << "gone is gone";
}

}  // namespace
}  // namespace postern::scrub::test
