#include "shell/assignments.h"

#include <gtest/gtest.h>

namespace postern::shell {
namespace {

Word value(std::string text, bool known = true) {
    Word word;
    word.text = std::move(text);
    word.dynamic = known ? 0 : kParameter;
    return word;
}

TEST(Environment, KnowsWhatDecidesWhichCodeRuns) {
    for (const char* name : {"PATH",
                             "LD_PRELOAD",
                             "LD_AUDIT",
                             "DYLD_INSERT_LIBRARIES",
                             "BASH_ENV",
                             "ENV",
                             "SHELLOPTS",
                             "PS4",
                             "PROMPT_COMMAND",
                             "BASH_FUNC_ls%%",
                             "GIT_SSH_COMMAND",
                             "GIT_CONFIG_COUNT",
                             "GIT_DIR",
                             "PAGER",
                             "EDITOR",
                             "NODE_OPTIONS",
                             "PYTHONPATH",
                             "PYTHONSTARTUP",
                             "PERL5LIB",
                             "RUBYOPT",
                             "LUA_INIT_5_4",
                             "VIMINIT",
                             "JAVA_TOOL_OPTIONS",
                             "MAKEFLAGS",
                             "MAKEFILES",
                             "TAR_OPTIONS",
                             "RIPGREP_CONFIG_PATH",
                             "HOME",
                             "XDG_CONFIG_HOME",
                             "SHELL",
                             "GCONV_PATH",
                             "npm_config_script_shell",
                             "SSH_ASKPASS",
                             "SUDO_ASKPASS",
                             "LESSOPEN",
                             "MANPAGER",
                             "CARGO_TARGET_X_RUNNER",
                             "RUSTC_WRAPPER",
                             "GOFLAGS"}) {
        EXPECT_TRUE(changes_what_runs(name)) << name;
        EXPECT_FALSE(inert(name, value("x y"))) << name;
    }
    for (const char* name : {"A", "RM", "NODE_ENV", "LANG", "LC_ALL", "TZ", "PORT", "IFS", "DEBUG", "PYTHONUNBUFFERED",
                             "PYTHONDONTWRITEBYTECODE", "GIT_AUTHOR_NAME", "GIT_COMMITTER_DATE", "GIT_TERMINAL_PROMPT",
                             "GIT_OPTIONAL_LOCKS", "CARGO_TARGET_DIR", "RUST_LOG", ""}) {
        EXPECT_FALSE(changes_what_runs(name)) << name;
    }
}

TEST(Environment, LooksAtTheValueWhereThatTells) {
    struct Case {
        const char* name;
        const char* text;
        bool changes;
    };
    const Case cases[] = {
        {"PAGER", "cat", false},
        {"GIT_PAGER", "", false},
        {"PAGER", "rm -rf x", true},
        {"EDITOR", "true", false},
        {"EDITOR", "vim", true},
        {"LESS", "-FRX", false},
        {"LESS", "+!rm", true},
        {"MAKEFLAGS", "-j8", false},
        {"MAKEFLAGS", "--eval=x", true},
        {"NODE_OPTIONS", "--max-old-space-size=4096 --no-warnings", false},
        {"NODE_OPTIONS", "-r ./x", true},
        {"RUSTFLAGS", "-D warnings", false},
        {"RUSTFLAGS", "-Clinker=rm", true},
        {"GOFLAGS", "-mod=mod", false},
        {"GOFLAGS", "-toolexec=rm", true},
        {"CC", "gcc-12", false},
        {"CC", "rm", true},
        {"RUSTC_WRAPPER", "sccache", false},
        {"PATH", "", true},
    };
    for (const Case& c : cases)
        EXPECT_EQ(changes_what_runs(c.name, value(c.text)), c.changes) << c.name << "=" << c.text;
    EXPECT_TRUE(changes_what_runs("PAGER", value("cat", false)));
    EXPECT_FALSE(changes_what_runs("A", value("cat", false)));
}

TEST(Environment, LetsAllowRulesLookPastFewNames) {
    struct Case {
        const char* name;
        const char* text;
        bool inert;
    };
    const Case cases[] = {
        {"NODE_ENV", "a b", true},
        {"LC_ALL", "C.UTF-8", true},
        {"CI", "1", true},
        {"PORT", "3000", true},
        {"HOST", "0.0.0.0", true},
        {"DEBUG", "app:*", true},
        {"LOG_LEVEL", "debug", true},
        {"GIT_PAGER", "cat", true},
        {"PAGER", "", true},
        {"GIT_PAGER", "less", false},
        {"FOO", "1", false},
        {"IFS", ",", false},
        {"NODE_OPTIONS", "x", false},
        {"LD_PRELOAD", "x", false},
        {"PATH", "x", false},
        {"", "", false},
    };
    for (const Case& c : cases) EXPECT_EQ(inert(c.name, value(c.text)), c.inert) << c.name << '=' << c.text;
    EXPECT_FALSE(inert("GIT_PAGER", value("cat", false)));
}

}  // namespace
}  // namespace postern::shell
