#include "policy/safety.h"

#include "support.h"

#include <gtest/gtest.h>

namespace postern::policy {
namespace {

TEST(Safety, ProtectsWhatMakesToolsRunCode) {
    const AbsPath home = path("/home/u");
    for (const char* text : {
             "/w/.git",
             "/w/.git/hooks/pre-commit",
             "/w/sub/.git/config",
             "/w/.GIT/config",
             "/home/u/.gitconfig",
             "/home/u/.config/git/config",
             "/w/.vscode/tasks.json",
             "/w/.idea/x",
             "/w/.husky/pre-commit",
             "/home/u/.cargo/config",
             "/w/.devcontainer/devcontainer.json",
             "/w/.claude/settings.json",
             "/w/.claude/worktrees",
             "/w/.postern/settings.json",
             "/home/u/.bashrc",
             "/w/.envrc",
             "/w/.npmrc",
             "/w/.mcp.json",
             "/home/u/.claude.json",
             "/w/CLAUDE.md",
             "/w/claude.MD",
             "/w/sub/AGENTS.md",
             "/w/GEMINI.md",
             "/w/.cursorrules",
             "/w/.github/copilot-instructions.md",
             "/w/gradle/wrapper/gradle-wrapper.properties",
             "/w/lefthook.yml",
             "/etc/postern/managed-settings.json",
             "/home/u/.ssh/authorized_keys",
             "/home/u/.config/postern/settings.json",
             "/w/.claude/worktrees/a/.git/hooks/x",
             "/w/.git/.claude/worktrees/x",
         }) {
        EXPECT_TRUE(protected_reason(path(text), home)) << text;
    }
    for (const char* text : {
             "/w",
             "/w/src/main.c",
             "/w/.gitignore",
             "/w/.github/workflows/ci.yml",
             "/w/git/config",
             "/w/.config/x",
             "/w/.claude/worktrees/a/src/x.c",
             "/w/bashrc",
             "/w/README.md",
             "/w/.ssh/config",
             "/home/u/x/.ssh/config",
             "/etc/passwd",
             "/w/x.git/config",
             "/w/.gitx",
         }) {
        EXPECT_FALSE(protected_reason(path(text), home)) << text;
    }
}

TEST(Safety, WaivedNamesNeedNobodyUnlessTheySayTheRules) {
    const AbsPath home = path("/home/u");
    const std::vector<std::string> waived{".vscode", ".npmrc", ".git", ".postern", ".claude"};
    EXPECT_FALSE(protected_reason(path("/w/.vscode/tasks.json"), home, waived));
    EXPECT_FALSE(protected_reason(path("/w/.npmrc"), home, waived));
    EXPECT_TRUE(protected_reason(path("/w/.envrc"), home, waived));
    EXPECT_TRUE(protected_reason(path("/w/.git/config"), home, waived));
    EXPECT_TRUE(protected_reason(path("/w/.postern/settings.json"), home, waived));
    EXPECT_TRUE(protected_reason(path("/w/.claude/settings.json"), home, waived));
}

TEST(Safety, KnowsDirectoriesOfProtectedNames) {
    const AbsPath home = path("/home/u");
    EXPECT_TRUE(protected_below(path("/w/.git/hooks"), home));
    EXPECT_TRUE(protected_below(path("/home/u/.config"), home));
    EXPECT_FALSE(protected_below(path("/w/src"), home));
}

struct Case {
    const char* command;
    bool critical;
    const char* why;
};

TEST(Safety, FindsCriticalRemovals) {
    const Surroundings around{.cwd = path("/home/u/p/w"),
                              .home = path("/home/u"),
                              .start = path("/home/u/p/w"),
                              .additional_directories = {path("/data/x")}};
    const Case cases[] = {
        {"rm -rf /", true, "root"},
        {"rm -rf //", true, "root, doubled"},
        {"rm -rf /usr", true, "child of the root"},
        {"rm -rf /usr/", true, "with a slash"},
        {"rm -rf /usr/../etc", true, "by dot-dot"},
        {"rm -rf /*", true, "all of the root"},
        {"rm -rf /usr/*", true, "all of a child"},
        {"rm -rf ~", true, "home"},
        {"rm -rf ~/", true, "home with a slash"},
        {"rm -rf $HOME", true, "home by variable"},
        {"rm -rf \"$HOME\"/*", true, "all of home"},
        {"rm -rf .", true, "working directory"},
        {"rm -rf ./", true, "with a slash"},
        {"rm -rf $PWD", true, "by variable"},
        {"rm -rf ..", true, "above"},
        {"rm -rf /home/u/p", true, "above, absolute"},
        {"rm -rf *", true, "all of the working directory"},
        {"rm -rf ./*", true, "same"},
        {"rm -rf .*", true, "all hidden ones"},
        {"rm -rf ../*", true, "all of the directory above"},
        {"rm -rf /data/x/*", true, "all of an additional directory"},
        {"rm -rf \"$DIR\"/*", true, "under a variable"},
        {"rm -rf $DIR/", true, "slash after a variable"},
        {"rm -rf -- /", true, "after dashes"},
        {"rm -rf src /", true, "among others"},
        {"/bin/rm -rf /", true, "by path"},
        {"rmdir /opt", true, "rmdir"},
        {"rm -rf src", false, "a directory in it"},
        {"rm -rf ./build", false, "same"},
        {"rm -rf /tmp/x", false, "deeper"},
        {"rm -rf /data/x", false, "an additional directory's own removal is for the rules"},
        {"rm -rf *.o", false, "a narrower glob"},
        {"rm -rf build/*", false, "all of a subdirectory"},
        {"rm -rf \"$DIR\"", false, "a variable alone"},
        {"rm -rf \"$DIR\"/build", false, "named below a variable"},
        {"rm -rf ~/x", false, "below home"},
        {"ls /", false, "another program"},
    };
    for (const Case& c : cases)
        EXPECT_EQ(critical_removal(command_of(c.command), around).has_value(), c.critical)
            << c.command << ": " << c.why;
}

}  // namespace
}  // namespace postern::policy
