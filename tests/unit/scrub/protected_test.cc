#include "world.h"

#include "scrub/protected_names.h"

#include <gtest/gtest.h>

namespace postern::scrub::test {
namespace {

using Briefs = std::vector<Brief>;

TEST(ProtectedNames, AreFoundInTheTable) {
    const Watch watch{
        .home = *AbsPath::parse("/home/u"), .waived = {".vscode"}, .also_protected = {"deploy.yml", "ops/rules"}};
    const auto is = [&](const char* directory, const char* name, CaseRule name_case = CaseRule::counts) {
        return protected_entry(watch, name_case, directory, name).has_value();
    };
    EXPECT_TRUE(is("/w", "CLAUDE.md"));
    EXPECT_FALSE(is("/w", "claude.md"));
    EXPECT_TRUE(is("/w", "claude.md", CaseRule::does_not));
    EXPECT_TRUE(is("/w/.github", "workflows"));
    EXPECT_FALSE(is("/w/x.github", "workflows"));
    EXPECT_FALSE(is("/w", "workflows"));
    EXPECT_FALSE(is("/w", ".yarn")) << "only parts of it are held";
    EXPECT_TRUE(is("/w/.yarn", "plugins"));
    EXPECT_FALSE(is("/w", ".git")) << "judged by what it says";
    EXPECT_FALSE(is("/w", ".vscode")) << "waived";
    EXPECT_FALSE(is("/w", ".ssh")) << "only in home";
    EXPECT_TRUE(is("/home/u", ".ssh"));
    EXPECT_TRUE(is("/home/u/.config", "autostart"));
    EXPECT_TRUE(is("/w/deep", "deploy.yml")) << "added by settings";
    EXPECT_TRUE(is("/w/ops", "rules")) << "added by settings";
    EXPECT_FALSE(is("/w", "rules"));
    EXPECT_TRUE(leads_to_entry(".github"));
    EXPECT_FALSE(leads_to_entry("src"));
}

TEST(Protected, NewFilesAreTakenFromExistingDirectories) {
    const World world;
    ASSERT_EQ(world.shell("mkdir -p a/b; echo 1 > a/b/CLAUDE.md; mkdir a/.vscode; echo 1 > a/.vscode/x"), 0);
    settle();
    const auto findings = world.run(
        "touch .npmrc a/b/AGENTS.md; mkdir .vscode; touch .vscode/tasks.json; mkdir -p .github/workflows; touch "
        ".github/workflows/x.yml; touch a/.vscode/tasks.json; mkdir a/.vscode/sub; ln -s /etc .cargo; touch f; mv f "
        ".envrc; touch README.md a/b/src.c");
    EXPECT_EQ(world.brief(findings), (Briefs{{".cargo", Action::quarantined},
                                             {".envrc", Action::quarantined},
                                             {".github/workflows", Action::quarantined},
                                             {".npmrc", Action::quarantined},
                                             {".vscode", Action::quarantined},
                                             {"a/.vscode/sub", Action::quarantined},
                                             {"a/.vscode/tasks.json", Action::quarantined},
                                             {"a/b/AGENTS.md", Action::quarantined}}));
    EXPECT_TRUE(world.exists("README.md") && world.exists("a/b/src.c") && world.exists("a/.vscode/x"));
    EXPECT_TRUE(world.exists(".github"));
}

TEST(Protected, ChangedFilesComeBack) {
    const World world;
    ASSERT_EQ(world.shell("mkdir -p a/b; echo old > a/b/CLAUDE.md; mkdir a/.cargo; echo old > a/.cargo/config.toml"),
              0);
    settle();
    const auto findings =
        world.run("echo new > a/b/CLAUDE.md; echo x > a/.cargo/n; mv a/.cargo/n a/.cargo/config.toml; chmod 600 a/b/*");
    EXPECT_EQ(world.brief(findings),
              (Briefs{{"a/.cargo/config.toml", Action::reverted}, {"a/b/CLAUDE.md", Action::reverted}}));
    EXPECT_EQ(world.dir.read("work/a/b/CLAUDE.md"), "old\n");
    EXPECT_EQ(world.dir.read("work/a/.cargo/config.toml"), "old\n");
    struct stat st {};
    ASSERT_EQ(::stat(world.dir.at("work/a/b/CLAUDE.md").text().c_str(), &st), 0);
    EXPECT_EQ(st.st_mode & 0777U, 0644U);
}

TEST(Protected, ReplacingADirectoryDoesNotMakeItNew) {
    const World world;
    ASSERT_EQ(world.shell("mkdir -p src/x"), 0);
    settle();
    EXPECT_EQ(world.brief(world.run("cp -r src s2; rm -r src; mv s2 src; touch src/.npmrc src/x/.envrc")),
              (Briefs{{"src/.npmrc", Action::quarantined}, {"src/x/.envrc", Action::quarantined}}));
}

TEST(Protected, WaivedNamesAndNewDirectoriesDoNotCount) {
    const World world;
    settle();
    Watch watch = world.watch();
    watch.waived = {".vscode", "CLAUDE.md"};
    EXPECT_EQ(world.brief(world.run(watch,
                                    [&] {
                                        (void)world.shell(
                                            "mkdir .vscode; touch .vscode/x CLAUDE.md; mkdir -p new/sub; "
                                            "touch new/AGENTS.md new/sub/.npmrc; mkdir new/.idea");
                                    })),
              Briefs{});
}

TEST(Protected, AbsentPathsMustStayAbsent) {
    const World world;
    Watch watch = world.watch();
    for (const char* name : {"secret", "made/deep/x", ".git", ".git/hooks", ".claude", "CLAUDE.md", "never"}) {
        watch.absent.push_back({world.dir.at(std::string("work/") + name), "a rule"});
    }
    watch.absent.push_back({*AbsPath::parse("/etc/passwd"), "outside"});
    settle();
    const auto findings = world.run(watch, [&] {
        (void)world.shell(
            "mkdir secret; touch secret/f; mkdir -p made/deep; touch made/deep/x; git init -q .; mkdir -p "
            ".claude/worktrees/a .claude/hooks; touch .claude/settings.json CLAUDE.md");
    });
    EXPECT_EQ(world.brief(findings), (Briefs{{".claude/hooks", Action::quarantined},
                                             {".claude/settings.json", Action::quarantined},
                                             {"CLAUDE.md", Action::quarantined},
                                             {"made/deep/x", Action::quarantined},
                                             {"secret", Action::quarantined}}));
    EXPECT_TRUE(world.exists(".git") && world.exists(".claude/worktrees/a") && world.exists("made/deep"));
}

TEST(Protected, LinksAreNotFollowedOut) {
    const World world;
    ASSERT_EQ(world.shell("mkdir sub ../outside; echo keep > ../outside/CLAUDE.md; git init -q ../outside"), 0);
    Watch watch = world.watch();
    watch.absent.push_back({world.dir.at("work/sub/CLAUDE.md"), "a rule"});
    settle();
    (void)world.run(watch, [&] { (void)world.shell("rmdir sub; ln -s ../outside sub; ln -s ../outside other"); });
    EXPECT_EQ(world.dir.read("outside/CLAUDE.md"), "keep\n");
    EXPECT_EQ(world.shell("git -C ../outside status"), 0);
}

}  // namespace
}  // namespace postern::scrub::test
