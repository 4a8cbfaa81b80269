#include "scrub/journal.h"

#include "base/end_mark.h"
#include "base/file.h"
#include "world.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <limits>

#include <csignal>

#include <sys/wait.h>

namespace postern::scrub::test {
namespace {

using Briefs = std::vector<Brief>;
constexpr const char* kPlant =
    "git init -q n; git -C n config alias.x '!y'; echo x > r/.git/hooks/update; "
    "git -C r config alias.x '!y'; touch CLAUDE.md";

std::size_t journals(const World& world, std::string_view suffix = {}) {
    std::size_t n = 0;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(world.dir.at("state/journal").text(), error)) {
        n += entry.path().string().ends_with(suffix) ? 1U : 0U;
    }
    return n;
}

// A postern process that dies before its scrub. A process inside keeps the lock for `linger` seconds.
void interrupted_run(const World& world, const std::string& command, unsigned linger = 0) {
    const pid_t pid = ::fork();
    if (pid == 0) {
        auto journal = begin(world.state(), world.watch());
        if (!journal) ::_exit(3);
        if (linger != 0 && ::fork() == 0) {
            (void)::usleep(linger * 1000);
            (void)world.shell(command);
            ::_exit(0);
        }
        if (linger == 0) (void)world.shell(command);
        ::_exit(0);
    }
    int status = 0;
    (void)::waitpid(pid, &status, 0);
    EXPECT_EQ(status, 0);
}

TEST(Journal, ComesBackAsItWas) {
    const Watch watch{.cwd = *AbsPath::parse("/w"),
                      .home = *AbsPath::parse("/h"),
                      .writable = {*AbsPath::parse("/w\n\xff"), *AbsPath::parse("/t")},
                      .absent = {{*AbsPath::parse("/w/x"), "why"}},
                      .repositories = {*AbsPath::parse("/w/.git")},
                      .held = {*AbsPath::parse("/w/.vscode")},
                      .hidden = {*AbsPath::parse("/w/secret")},
                      .waived = {".idea"},
                      .removed = {*AbsPath::parse("/w/CLAUDE.md")}};
    const Record record = new_record(watch, {1, 2});
    const auto back = decode_record(*encode(record), AbsPath::root());
    ASSERT_TRUE(back);
    EXPECT_EQ(*back, record);
    EXPECT_TRUE(owner_alive(*back));
    for (const std::string_view bad : {"", "{}", "[]", "{\"watch\":{}}", "x"}) {
        EXPECT_FALSE(decode_record(bad, AbsPath::root())) << bad;
    }
}

TEST(Journal, ReadsWhatEarlierReleasesWrote) {
    const std::string text =
        R"({"begun":7,"boot":"b","earlier":[5],"heldIdentities":[9],"pid":4,"pid_start":3,"running":2,"start":6,)"
        R"("version":1,"watch":{"absent":{"why":["/w/x"]},"alsoProtected":["p"],"cwd":"/w","held":["/w/.vscode"],)"
        R"("home":"/h","opened":["/w/o"],"repositories":["/w/.git"],"waived":[".idea"],)"
        R"("writable":[{"hex":"2f77ff"}]}})";
    const auto record = decode_record(text, AbsPath::root());
    ASSERT_TRUE(record) << record.error().where << ": " << record.error().what;
    EXPECT_EQ(*record, (Record{.watch = {.cwd = *AbsPath::parse("/w"),
                                         .home = *AbsPath::parse("/h"),
                                         .writable = {*AbsPath::parse("/w\xff")},
                                         .absent = {{*AbsPath::parse("/w/x"), "why"}},
                                         .repositories = {*AbsPath::parse("/w/.git")},
                                         .held = {*AbsPath::parse("/w/.vscode")},
                                         .hidden = {*AbsPath::parse("/w/.vscode")},
                                         .opened = {*AbsPath::parse("/w/o")},
                                         .waived = {".idea"},
                                         .also_protected = {"p"}},
                               .pid = 4,
                               .pid_start = 3,
                               .start = 6,
                               .begun = 7,
                               .running = 2,
                               .boot = "b",
                               .earlier = {5},
                               .read_only_identities = {9}}));
    std::string later = text;
    later.replace(text.find("\"version\":1"), 11, "\"version\":2");
    const auto refused = decode_record(later, *AbsPath::parse("/j"));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().what,
              "written by another release of postern: version 2 of the journal is not known to this one");
}

TEST(Journal, OneThatCannotBeReadCountsForEveryRoot) {
    const World world;
    const Watch watch{.writable = {*AbsPath::parse("/w"), *AbsPath::parse("/t")}};
    constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
    EXPECT_EQ(*earliest_starts(world.state(), watch), (std::vector<std::int64_t>{kNever, kNever}));
    world.dir.write("state/journal/notes.json", "{");
    EXPECT_EQ(*earliest_starts(world.state(), watch), (std::vector<std::int64_t>{kNever, kNever}));
    world.dir.write("state/journal/100000000000-12.json", R"({"version":2})");
    const auto earliest = earliest_starts(world.state(), watch);
    ASSERT_TRUE(earliest);
    for (const std::int64_t start : *earliest) {
        EXPECT_LT(start, 100'000'000'000);
        EXPECT_GT(start, 99'000'000'000);
    }
}

TEST(Journal, NothingToResumeIsCheap) {
    const World world;
    EXPECT_EQ(*resume(world.state()), std::vector<Finding>{});
    EXPECT_TRUE(world.run("true").empty());
    EXPECT_EQ(journals(world), 0U);
    const auto from = std::chrono::steady_clock::now();
    for (int i = 0; i < 100; ++i) EXPECT_EQ(*resume(world.state()), std::vector<Finding>{});
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - from;
    std::printf("resume with nothing to do: %.1f us\n", took.count() / 100);
}

TEST(Journal, WhatAKillInterruptedIsFinishedLater) {
    const World world;
    ASSERT_EQ(world.shell("git init -q r"), 0);
    settle();
    interrupted_run(world, kPlant);
    EXPECT_EQ(journals(world), 1U);
    const Briefs expected{{"CLAUDE.md", Action::quarantined},
                          {"n/.git/config", Action::reverted},
                          {"r/.git/config", Action::reverted},
                          {"r/.git/hooks/update", Action::quarantined}};
    EXPECT_EQ(world.brief(*resume(world.state())), expected);
    EXPECT_EQ(journals(world), 0U);
    EXPECT_EQ(world.brief(*resume(world.state())), Briefs{});
}

// As postern-init does when the last process inside is gone.
void mark_end(const World& world) {
    for (const auto& entry : std::filesystem::directory_iterator(world.dir.at("state/journal").text())) {
        const UniqueFd fd(::open(entry.path().c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
        ASSERT_EQ(::write(fd.get(), &kEndMark, 1), 1);
    }
}

TEST(Journal, WhatTheUserDidAfterTheEndOfAKilledRunIsTheUsersOwn) {
    const World world;
    ASSERT_EQ(world.shell("git init -q r; mkdir a b; echo 1 > a/AGENTS.md; echo 1 > b/AGENTS.md; git init -q late"), 0);
    settle();
    interrupted_run(world, kPlant);
    mark_end(world);
    settle();
    ASSERT_EQ(world.shell("git init -q mine; git -C mine config alias.x '!y'; echo 2 > a/AGENTS.md; echo 2 > a/.npmrc; "
                          "mkdir a/.vscode; rm b/AGENTS.md; ln -s x late/.git/l; echo x > late/.git/hooks/update"),
              0);
    EXPECT_EQ(world.brief(*resume(world.state())), (Briefs{{"CLAUDE.md", Action::quarantined},
                                                           {"n/.git/config", Action::reverted},
                                                           {"r/.git/config", Action::reverted},
                                                           {"r/.git/hooks/update", Action::quarantined}}));
    EXPECT_EQ(world.shell("git -C mine config alias.x && grep 2 a/AGENTS.md && test -e a/.npmrc -a -d a/.vscode && "
                          "test ! -e b/AGENTS.md && test -L late/.git/l && test -e late/.git/hooks/update"),
              0);
}

TEST(Journal, ASettingThatTheUsersGitCopiedAfterTheEndIsFound) {
    const World world;
    ASSERT_EQ(world.shell("git init -q r"), 0);
    settle();
    interrupted_run(world, "git -C r config core.fsmonitor x");
    mark_end(world);
    settle();
    ASSERT_EQ(world.shell("git -C r config user.name me"), 0);  // writes the file anew
    EXPECT_EQ(world.brief(*resume(world.state())), (Briefs{{"r/.git/config", Action::reverted}}));
    EXPECT_EQ(world.shell("git -C r config user.name && ! git -C r config core.fsmonitor"), 0);
}

TEST(Journal, WithoutAnEndTheSafeSideIsTakenAndSaid) {
    const World world;
    settle();
    interrupted_run(world, "true");
    settle();
    ASSERT_EQ(world.shell("echo mine > CLAUDE.md"), 0);
    const auto findings = resume(world.state());
    ASSERT_TRUE(findings);
    ASSERT_EQ(findings->size(), 1U);
    EXPECT_NE(findings->front().why.find("may be your own work"), std::string::npos) << findings->front().why;
    EXPECT_TRUE(restore(world.state(), findings->front().id));
}

TEST(Journal, ALaterBootBoundsTheRun) {
    const World world;
    Record record = new_record(world.watch(), {1});
    const auto file = write_journal(world.state(), record);
    ASSERT_TRUE(file);
    EXPECT_EQ(end_of_run(record, file->lock.get()), std::numeric_limits<std::int64_t>::max());
    record.boot = "another";
    EXPECT_LT(end_of_run(record, file->lock.get()), record.begun);
}

TEST(Journal, ALockStillHeldIsWaitedForIfItsPosternIsDead) {
    const World world;
    settle();
    interrupted_run(world, "touch CLAUDE.md", 300);
    EXPECT_EQ(world.brief(*resume(world.state())), (Briefs{{"CLAUDE.md", Action::quarantined}}));
}

TEST(Journal, ARunThatIsAliveIsLeftAlone) {
    const World world;
    settle();
    auto journal = begin(world.state(), world.watch());
    ASSERT_TRUE(journal);
    (void)world.shell("touch CLAUDE.md");
    const pid_t pid = ::fork();
    if (pid == 0) {
        journal->lock.reset();
        const auto findings = resume(world.state());
        ::_exit(findings && findings->empty() ? 0 : 1);
    }
    int status = 0;
    (void)::waitpid(pid, &status, 0);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(world.brief(*finish(world.state(), std::move(*journal))), (Briefs{{"CLAUDE.md", Action::quarantined}}));
}

TEST(Journal, OnlyOneOfManyResumesDoesIt) {
    const World world;
    settle();
    interrupted_run(world, "touch CLAUDE.md");
    std::vector<pid_t> children;
    for (int i = 0; i < 8; ++i) {
        const pid_t pid = ::fork();
        if (pid == 0) {
            const auto findings = resume(world.state());
            ::_exit(findings ? static_cast<int>(findings->size()) : 100);
        }
        children.push_back(pid);
    }
    int found = 0;
    for (const pid_t pid : children) {
        int status = 0;
        (void)::waitpid(pid, &status, 0);
        found += WEXITSTATUS(status);
    }
    EXPECT_EQ(found, 1);
    EXPECT_FALSE(world.exists("CLAUDE.md"));
}

TEST(Journal, AScrubKilledAnywhereCanBeRepeated) {
    // Kills the scrub later and later, until it finishes. Whatever was done by then, the next scrub does the rest.
    bool finished = false;
    for (unsigned delay = 0; !finished && delay < 200'000; delay += delay < 3000 ? 250U : 2000U) {
        const World world;
        ASSERT_EQ(world.shell("git init -q r"), 0);
        settle();
        interrupted_run(world, kPlant);
        const pid_t pid = ::fork();
        if (pid == 0) {
            (void)resume(world.state());
            ::_exit(0);
        }
        (void)::usleep(delay);
        (void)::kill(pid, SIGKILL);
        int status = 0;
        (void)::waitpid(pid, &status, 0);
        finished = WIFEXITED(status);
        ASSERT_TRUE(resume(world.state()));
        // A file that was not complete when its writer was killed is removed when it is no longer young.
        EXPECT_EQ(journals(world, ".json") + journals(world, ".open"), 0U) << delay;
        EXPECT_FALSE(world.exists("CLAUDE.md") || world.exists("r/.git/hooks/update")) << delay;
        EXPECT_EQ(world.shell("git -C r config core.bare && ! git -C r config alias.x && ! git -C n config alias.x"), 0)
            << delay;
        EXPECT_GE(list(world.state())->size(), 4U) << delay;
    }
    EXPECT_TRUE(finished);
}

TEST(Journal, WithoutAPlaceForItNothingRuns) {
    const World world;
    world.dir.write("flat", "x");
    const auto refused = begin(world.dir.at("flat/state"), world.watch());
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().what, "");
    if (::access("/dev/full", W_OK) == 0 && ::geteuid() != 0) {
        (void)world.shell("chmod 500 ../state");
        EXPECT_FALSE(begin(world.state(), world.watch()));
        (void)world.shell("chmod 700 ../state");
    }
}

TEST(Journal, ABrokenOneIsSaidAndForgotten) {
    const World world;
    world.dir.write("state/journal/1.json", "{");
    world.dir.write("state/journal/2.new", "{");
    const auto findings = resume(world.state());
    ASSERT_TRUE(findings);
    ASSERT_EQ(findings->size(), 1U);
    EXPECT_EQ(findings->front().action, Action::failed);
    EXPECT_EQ(journals(world), 1U) << "one that is young may still come to be";
}

TEST(Journal, SomethingStillAliveKeepsIt) {
    const World world;
    settle();
    auto journal = begin(world.state(), world.watch());
    ASSERT_TRUE(journal);
    const UniqueFd inside(::dup(journal->lock.get()));
    (void)world.shell("touch CLAUDE.md");
    const auto findings = finish(world.state(), std::move(*journal));
    ASSERT_TRUE(findings);
    ASSERT_EQ(findings->size(), 2U);
    EXPECT_EQ(findings->back().action, Action::failed);
    EXPECT_FALSE(world.exists("CLAUDE.md"));
    EXPECT_EQ(journals(world, ".json"), 1U);
    EXPECT_EQ(journals(world, ".open"), 1U) << "what was put back is remembered as long as the journal is";
}

}  // namespace
}  // namespace postern::scrub::test
