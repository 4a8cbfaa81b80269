#include "scrub/git_config_rules.h"

#include "scrub/git_directory.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace postern::scrub {
namespace {

using Entries = std::vector<ConfigEntry>;

TEST(GitConfig, KnowsWhatIsHarmless) {
    const std::vector<AbsPath> writable{*AbsPath::parse("/w")};
    const ConfigPlace place{.git_directory = *AbsPath::parse("/w/.git/modules/sub"), .writable = writable};
    struct CaseRule {
        const char *key, *value;
        bool harmless;
    };
    const std::vector<CaseRule> cases = {
        {"core.bare", "false", true},
        {"core.fsmonitor", "false", true},
        {"core.fsmonitor", "true", false},
        {"core.fsmonitor", "./x", false},
        {"core.hookspath", "x", false},
        {"core.sshcommand", "x", false},
        {"core.editor", "x", false},
        {"core.pager", "x", false},
        {"core.askpass", "x", false},
        {"core.gitproxy", "x", false},
        {"core.attributesfile", "x", false},
        {"core.alternaterefscommand", "x", false},
        {"core.worktree", "../../../sub", false},  // it has no `.git` file that leads back
        {"core.worktree", "../../../../sub", false},
        {"core.worktree", "/etc", false},
        {"core.worktree", "~/x", false},
        {"core.x.bare", "true", false},  // git knows no subsection here
        {"alias.st", "!x", false},
        {"alias.status", "x", false},
        {"filter.f.clean", "x", false},
        {"filter.f.process", "x", false},
        {"diff.external", "x", false},
        {"diff.d.command", "x", false},
        {"diff.d.textconv", "x", false},
        {"diff.algorithm", "patience", true},
        {"merge.m.driver", "x", false},
        {"include.path", "x", false},
        {"includeif.gitdir:/.path", "x", false},
        {"credential.helper", "x", false},
        {"gpg.program", "x", false},
        {"gpg.ssh.program", "x", false},
        {"commit.gpgsign", "true", false},
        {"commit.gpgsign", "false", true},
        {"url.x.insteadof", "y", false},
        {"protocol.ext.allow", "always", false},
        {"uploadpack.packobjectshook", "x", false},
        {"remote.o.uploadpack", "x", false},
        {"remote.o.vcs", "x", false},
        {"remote.o.url", "https://example.org/x", true},
        {"remote.o.url", "git@example.org:x/y.git", true},
        {"remote.o.url", "../other", true},
        {"remote.o.url", "ext::sh -c x", false},
        {"branch.main.remote", "origin", true},
        {"branch.main.remote", "ext::sh -c x", false},
        {"branch.main.mergeoptions", "x", false},
        {"submodule.s.url", "https://example.org/x", true},
        {"submodule.s.update", "!x", false},
        {"user.name", "Someone", true},
        {"color.ui", "auto", true},
        {"color.diff.meta", "blue", true},
        {"pager.log", "x", false},
        {"sequence.editor", "x", false},
        {"gc.auto", "0", true},
        {"gc.recentobjectshook", "x", false},
        {"extensions.worktreeconfig", "true", true},
        {"init.templatedir", "x", false},
        {"trailer.t.command", "x", false},
        {"interactive.difffilter", "x", false},
        {"lfs.repositoryformatversion", "0", true},
        {"unheard.of", "x", false},
    };
    for (const CaseRule& c : cases) EXPECT_EQ(harmless({c.key, c.value}, place), c.harmless) << c.key << '=' << c.value;
    EXPECT_FALSE(harmless({"remote.o.url", std::nullopt}, place));
    EXPECT_FALSE(harmless({"core.fsmonitor", std::nullopt}, place));
}

TEST(GitConfig, KnowsUrls) {
    for (const std::string_view url : {"https://h/x", "ssh://u@h:22/x", "git://h/x", "file:///x", "/x", "./x", "h:x",
                                       "u@h:x", "[::1]:x", "origin", "ssh://[::1]/x", "C:/x", "/a::b"}) {
        EXPECT_TRUE(harmless_url(url)) << url;
    }
    for (const std::string_view url : {"ext::sh", "fd::3", "foo::https://h/x", "-u", "--upload-pack=x", "foo://x",
                                       "ssh://-oProxyCommand=x/y", "a\nb", "persistent-https://x"}) {
        EXPECT_FALSE(harmless_url(url)) << url;
    }
}

TEST(GitConfig, WhatWasThereBeforeIsTheUsersOwn) {
    const ConfigPlace place{};
    const std::string_view before = "[core]\n\thooksPath = .husky\n[alias]\n\tst = status\n";
    EXPECT_EQ(dangerous_setting(before, place), "core.hookspath");
    EXPECT_EQ(dangerous_setting(before, place, before), std::nullopt);
    EXPECT_EQ(dangerous_setting("[alias]\n\tst = status\n[user]\n\tname = x\n", place, before), std::nullopt);
    EXPECT_EQ(dangerous_setting("[alias]\n\tst = !x\n", place, before), "alias.st");
    EXPECT_EQ(dangerous_setting("[alias", place, before), "its syntax");
}

TEST(GitConfig, TheHarmlessPartIsHarmlessAndWhole) {
    const ConfigPlace place{};
    const std::string part = harmless_part(
        "[core]\nbare = true\nfsmonitor = x\n[remote \"a\\\\b\\\"c\"]\nurl = \" h:x\\\\ # \"\n[user]\nname\n", place);
    EXPECT_EQ(*parse_git_config(part),
              (Entries{{"core.bare", "true"}, {"remote.a\\b\"c.url", " h:x\\ # "}, {"user.name", std::nullopt}}));
}

}  // namespace
}  // namespace postern::scrub
