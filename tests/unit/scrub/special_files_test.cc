// FIFOs and sockets where git reads a file: the user's git would wait for ever.
#include "world.h"

#include <gtest/gtest.h>

#include <string>

namespace postern::scrub::test {
namespace {

using Briefs = std::vector<Brief>;

struct Special {
    const char* path;
    const char* trigger = "git -C r status";  // run by the user, after
    Action action = Action::quarantined;
};

const Special kFifos[] = {
    {"r/.git/HEAD"},
    {"r/.git/config", "git -C r status", Action::reverted},
    {"r/.git/index"},
    {"r/.git/packed-refs"},
    {"r/.git/shallow"},
    {"r/.git/info/grafts"},
    {"r/.git/info/exclude", "git -C r status", Action::reverted},
    {"r/.git/info/attributes", "git -C r check-attr -a f"},
    {"r/.git/objects/info/alternates"},
    {"r/.git/refs/heads/config", "git -C r log --all"},
    {"r/.git/logs/HEAD", "git -C r commit --allow-empty -m x"},
    {"r/.gitignore"},
    {"r/.gitattributes", "git -C r check-attr -a f"},
};

constexpr const char* kRepository =
    "git init -q r && cd r && echo 1 > f && git add f && git commit -qm 1 && cp f .git/info/exclude";

// Returns whether the user's git is still waiting after a while.
bool waits(const World& world, const std::string& trigger, const char* seconds) {
    constexpr int kEndedByTimeout = 124;
    return world.shell(std::string("timeout ") + seconds + ' ' + trigger) == kEndedByTimeout;
}

TEST(SpecialFiles, WhereGitReadsAreTaken) {
    for (const Special& one : kFifos) {
        SCOPED_TRACE(one.path);
        const std::string path = one.path;
        const std::string plant = "rm -f " + path + "; mkfifo " + path;
        {
            const World bare;
            ASSERT_EQ(bare.shell(kRepository), 0);
            ASSERT_EQ(bare.shell(plant), 0);
            // Without HEAD this is no repository: git says so at once.
            EXPECT_TRUE(waits(bare, one.trigger, "0.5") || path == "r/.git/HEAD") << "the test shows nothing";
        }
        const World world;
        ASSERT_EQ(world.shell(kRepository), 0);
        settle();
        EXPECT_EQ(world.brief(world.run(plant)), (Briefs{{path, one.action}}));
        EXPECT_FALSE(waits(world, one.trigger, "60"));
        settle();
        EXPECT_EQ(world.brief(world.run("true")), Briefs{});
    }
}

TEST(SpecialFiles, ComeWithADirectoryOrOverAnotherName) {
    const World world;
    ASSERT_EQ(world.shell(kRepository), 0);
    settle();
    EXPECT_EQ(world.brief(world.run("mkdir -p d/k; mkfifo d/k/x; mv d r/.git/refs/heads/d")),
              (Briefs{{"r/.git/refs/heads/d/k/x", Action::quarantined}}));
    settle();
    EXPECT_EQ(world.brief(world.run("mkfifo p; mv p r/.git/ORIG_HEAD; mkfifo r/.git/hooks/pre-commit")),
              (Briefs{{"r/.git/ORIG_HEAD", Action::quarantined}, {"r/.git/hooks/pre-commit", Action::quarantined}}));
    settle();
    EXPECT_EQ(world.brief(world.run("mkfifo ordinary; git init -q n; mkfifo n/.git/shallow n/.git/x")),
              (Briefs{{"n/.git/shallow", Action::quarantined}, {"n/.git/x", Action::quarantined}}));
}

TEST(SpecialFiles, SocketsAreTakenExceptTheOneOfGit) {
    const World world;
    ASSERT_EQ(world.shell(kRepository), 0);
    settle();
    const auto bind = [](const std::string& path) {
        return "python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"" + path + "\")'; ";
    };
    EXPECT_EQ(world.brief(world.run(bind("r/.git/fsmonitor--daemon.ipc") + bind("r/.git/FETCH_HEAD"))),
              (Briefs{{"r/.git/FETCH_HEAD", Action::quarantined}}));
    EXPECT_TRUE(world.exists("r/.git/fsmonitor--daemon.ipc"));
}

TEST(SpecialFiles, OfTheUsersStay) {
    const World world;
    ASSERT_EQ(world.shell(kRepository), 0);
    ASSERT_EQ(world.shell("mkfifo r/.git/mine r/.git/hooks/mine"), 0);
    settle();
    EXPECT_EQ(world.brief(world.run("touch r/.git/mine r/.git/hooks/mine; chmod 600 r/.git/mine r/.git/hooks/mine")),
              Briefs{});
    EXPECT_TRUE(world.exists("r/.git/mine") && world.exists("r/.git/hooks/mine"));
}

// git goes on without the settings of a repository whose `config` is a directory.
TEST(SpecialFiles, ADirectoryDoesNotReplaceAFileOfTheUsers) {
    const World world;
    ASSERT_EQ(world.shell(kRepository), 0);
    settle();
    EXPECT_EQ(world.brief(world.run("cd r/.git; for f in config info/exclude; do rm $f; mkdir $f; done")),
              (Briefs{{"r/.git/config", Action::reverted}}));
    EXPECT_EQ(world.shell("git -C r config core.bare"), 0);
}

TEST(SpecialFiles, AnIndexThatIsALinkIsTaken) {
    const World world;
    ASSERT_EQ(world.shell(kRepository), 0);
    settle();
    EXPECT_EQ(world.brief(world.run("cp r/.git/index i; ln -sf ../../i r/.git/index")),
              (Briefs{{"r/.git/index", Action::quarantined}}));
    EXPECT_FALSE(world.exists("r/.git/index")) << "what is kept of an index is no index";
}

}  // namespace
}  // namespace postern::scrub::test
