// The files that the index knows: what is kept of them, what comes back, and runs after which only they are looked at.
#include "scrub/known_files.h"

#include "scrub/journal.h"
#include "scrub/tree_index.h"
#include "scrub/walk.h"
#include "world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

namespace postern::scrub::test {
namespace {

using Briefs = std::vector<Brief>;

// Path and content of what a scrub after `command` would put back, relative to the project.
using PutBack = std::vector<std::pair<std::string, std::string>>;

PutBack put_back_after(const World& world, const Watch& watch, const std::string& command) {
    auto journal = begin(world.state(), watch);
    if (!journal) return {{"begin", journal.error().what}};
    (void)world.shell(command);
    const AbsPath& root = watch.writable.front();
    const TreeStore store(world.state(), root);
    Tree tree = store.load().value_or(Tree{});
    const Seen seen = walk(root, tree,
                           {.watch = journal->record.watch,
                            .start = journal->record.start,
                            .begun = journal->record.begun,
                            .contents = &store.contents()});
    PutBack out;
    for (const Suspect& suspect : seen.suspects) {
        const std::string path = suspect.path.text().substr(root.text().size() + 1);
        if (suspect.put_back && suspect.put_back->content) out.emplace_back(path, *suspect.put_back->content);
    }
    std::ranges::sort(out);
    (void)finish(world.state(), std::move(*journal));
    return out;
}

constexpr const char* kFiles =
    "mkdir -p a/.vscode/k b .github/workflows; echo 1 > a/CLAUDE.md; echo 2 > a/.vscode/k/s.json; touch a/f; "
    "echo 3 > .github/workflows/ci.yml; git init -q r; printf '#!/bin/sh\\n' > r/.git/hooks/pre-commit; "
    "chmod +x r/.git/hooks/pre-commit; echo 4 > r/.git/config; printf '[core]\\n\\tbare = false\\n' > r/.git/config";

TEST(KnownFiles, ThatTheCommandRemovedComeBack) {
    struct Case {
        const char* command;
        PutBack back;
    };
    const Case cases[] = {
        {"rm a/CLAUDE.md", {{"a/CLAUDE.md", "1\n"}}},
        {"mv a/CLAUDE.md a/old", {{"a/CLAUDE.md", "1\n"}}},
        {"rm a/CLAUDE.md; mkdir a/CLAUDE.md", {{"a/CLAUDE.md", "1\n"}}},
        {"rm a/.vscode/k/s.json", {{"a/.vscode/k/s.json", "2\n"}}},
        {"rm -r a/.vscode", {{"a/.vscode/k/s.json", "2\n"}}},
        {"mv .github/workflows .github/w", {{".github/workflows/ci.yml", "3\n"}}},
        {"rm r/.git/hooks/pre-commit", {{"r/.git/hooks/pre-commit", "#!/bin/sh\n"}}},
        {"rm -r r/.git/hooks", {{"r/.git/hooks/pre-commit", "#!/bin/sh\n"}}},
        {"rm r/.git/config", {{"r/.git/config", "[core]\n\tbare = false\n"}}},
        {"rm -r a", {}},
        {"rm -r r", {}},
        {"rm a/f; touch a/g r/.git/x", {}},
    };
    for (const Case& one : cases) {
        SCOPED_TRACE(one.command);
        const World world;
        ASSERT_EQ(world.shell(kFiles), 0);
        settle();
        EXPECT_EQ(put_back_after(world, world.watch(), one.command), one.back);
    }
}

TEST(KnownFiles, ThatTheUserRemovedStayAway) {
    const World world;
    ASSERT_EQ(world.shell(kFiles), 0);
    settle();
    EXPECT_EQ(world.brief(world.run("true")), Briefs{});
    ASSERT_EQ(world.shell("rm -r a/CLAUDE.md a/.vscode r/.git/hooks/pre-commit"), 0);
    settle();
    EXPECT_EQ(put_back_after(world, world.watch(), "touch a/g r/.git/hooks/x.sample r/.git/x"), PutBack{});
    settle();
    EXPECT_EQ(world.brief(world.run("echo 1 > a/CLAUDE.md")), (Briefs{{"a/CLAUDE.md", Action::quarantined}}))
        << "and the command may not make them again";
}

TEST(KnownFiles, LargeOnesAreKeptOutsideTheIndex) {
    const World world;
    ASSERT_EQ(world.shell("mkdir a; yes 0123456789 | head -c 1500000 > a/CLAUDE.md; cp a/CLAUDE.md a/AGENTS.md"), 0);
    const std::string before = world.dir.read("work/a/CLAUDE.md");
    settle();
    EXPECT_EQ(world.brief(world.run("echo x >> a/CLAUDE.md; : > a/AGENTS.md")),
              (Briefs{{"a/AGENTS.md", Action::reverted}, {"a/CLAUDE.md", Action::reverted}}));
    EXPECT_EQ(world.dir.read("work/a/CLAUDE.md"), before);
    EXPECT_EQ(world.dir.read("work/a/AGENTS.md"), before);
    std::size_t contents = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(world.dir.at("state/trees").text())) {
        const bool content = entry.path().parent_path().extension() == ".contents";
        contents += content ? 1U : 0U;
        if (!content && entry.is_regular_file()) {
            EXPECT_LT(entry.file_size(), 100'000U) << entry.path();
        }
    }
    EXPECT_EQ(contents, 1U) << "the same content is kept once";
}

TEST(KnownFiles, HiddenOnesAreNotCopied) {
    const World world;
    ASSERT_EQ(world.shell("mkdir a b; echo token=secret > a/.npmrc; echo public > b/.npmrc"), 0);
    Watch watch = world.watch();
    watch.held = watch.hidden = {world.dir.at("work/a/.npmrc")};
    settle();
    EXPECT_EQ(world.brief(world.run(watch, [] {})), Briefs{});
    EXPECT_EQ(world.shell("grep -rq public ../state"), 0) << "the search finds what is there";
    EXPECT_NE(world.shell("grep -rq secret ../state"), 0);
}

TEST(KnownFiles, AnIndexOfAnotherReleaseIsBuiltAnewBeforeTheRun) {
    const World world;
    ASSERT_EQ(world.shell(kFiles), 0);
    settle();
    EXPECT_EQ(world.brief(world.run("true")), Briefs{});
    // As an earlier release left it: an index alone.
    ASSERT_EQ(world.shell("rm ../state/trees/*.pieces; for f in ../state/trees/*; do case $f in *.*|*/roots) ;; *) "
                          "printf 'postern tree 3\\nrest' > $f;; esac; done"),
              0);
    settle();
    EXPECT_EQ(world.brief(world.run("echo x > a/CLAUDE.md; echo x > b/AGENTS.md")),
              (Briefs{{"a/CLAUDE.md", Action::reverted}, {"b/AGENTS.md", Action::quarantined}}));
}

// A run of which the guard says that it made no name.
Briefs quiet_run(const World& world, const std::string& command) {
    auto journal = begin(world.state(), world.watch());
    if (!journal) return {{"begin", Action::failed}};
    (void)world.shell(command);
    journal->made_nothing = true;
    return world.brief(*finish(world.state(), std::move(*journal)));
}

TEST(KnownFiles, AreAllThatIsLookedAtAfterAQuietRun) {
    const World world;
    ASSERT_EQ(world.shell(kFiles), 0);
    settle();
    EXPECT_EQ(world.brief(world.run("true")), Briefs{});
    settle();
    EXPECT_EQ(quiet_run(world, "touch b/AGENTS.md"), Briefs{}) << "nobody walked";
    ASSERT_EQ(world.shell("rm b/AGENTS.md"), 0);
    for (const auto& [command, found] : std::vector<std::pair<std::string, Briefs>>{
             {"echo x >> a/CLAUDE.md", {{"a/CLAUDE.md", Action::reverted}}},
             {"chmod 777 a/.vscode/k/s.json", {{"a/.vscode/k/s.json", Action::reverted}}},
             {"printf '[alias]\\nx = !y\\n' >> r/.git/config", {{"r/.git/config", Action::reverted}}},
             {"echo evil >> r/.git/hooks/pre-commit", {{"r/.git/hooks/pre-commit", Action::reverted}}}}) {
        settle();
        EXPECT_EQ(quiet_run(world, command), found) << command;
    }
}

TEST(KnownFiles, AreNotEnoughWhenSomethingElseMayHaveHappened) {
    const World world;
    ASSERT_EQ(world.shell(kFiles), 0);
    settle();
    EXPECT_EQ(world.brief(world.run("true")), Briefs{});
    settle();
    {
        // Another run is going on.
        auto other = begin(world.state(), world.watch());
        ASSERT_TRUE(other);
        EXPECT_EQ(quiet_run(world, "touch b/AGENTS.md"), (Briefs{{"b/AGENTS.md", Action::quarantined}}));
        (void)finish(world.state(), std::move(*other));
    }
    settle();
    {
        // Another run begins later.
        auto journal = begin(world.state(), world.watch());
        ASSERT_TRUE(journal);
        auto other = begin(world.state(), world.watch());
        ASSERT_TRUE(other);
        ASSERT_EQ(world.shell("touch b/CLAUDE.md"), 0);
        journal->made_nothing = true;
        EXPECT_EQ(world.brief(*finish(world.state(), std::move(*journal))),
                  (Briefs{{"b/CLAUDE.md", Action::quarantined}}));
        (void)finish(world.state(), std::move(*other));
    }
    settle();
    {
        // The index was marked, or lost its list of files.
        for (const char* harm :
             {"for f in ../state/trees/*.lock; do touch ${f%.lock}.stale; done", "rm ../state/trees/*.pieces",
              "for f in ../state/trees/*.pieces; do echo x >> $f; done"}) {
            EXPECT_EQ(quiet_run(world, std::string("touch b/.npmrc; ") + harm),
                      (Briefs{{"b/.npmrc", Action::quarantined}}))
                << harm;
            settle();
        }
    }
}

}  // namespace
}  // namespace postern::scrub::test
