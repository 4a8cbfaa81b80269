#include "sandbox/resolve.h"

#include "fake_host.h"

#include <gtest/gtest.h>

namespace postern::sandbox {
namespace {

SandboxSpec spec() {
    return {.cwd = path("/p"),
            .home = path("/home/u"),
            .stores = path("/home/u/.local/state/postern"),
            .writable = {{path("/p"), "the working directory"}}};
}

FakeHost host() {
    FakeHost made;
    made.directory("/p").directory("/home/u").directory("/tmp/t");
    return made;
}

host::Facts facts() {
    return {.temporary = path("/tmp/t"), .sandbox = {.fresh_proc = true, .exec_guard = true}};
}

Result<Profile> resolved(const SandboxSpec& wanted, const FakeHost& on, const host::Facts& seen = facts()) {
    return resolve(wanted, seen, on);
}

// Returns "writable /p; read_only /p/.git/config; …" without the mounts that every profile has.
std::string mounts(const Profile& profile) {
    static constexpr const char* kNames[] = {"ro", "rw", "pin", "hide", "reopen", "private", "kept"};
    std::string out;
    for (const Mount& mount : profile.mounts) {
        if (mount.path == path("/run") || mount.path == path("/tmp")) continue;
        out += (out.empty() ? "" : "; ") + std::string(kNames[static_cast<int>(mount.access)]) + ' ' +
               mount.path.text() + (mount.directory ? "" : " (file)");
    }
    return out;
}

bool lists_absent(const Profile& profile, std::string_view text) {
    return std::ranges::any_of(profile.absent, [&](const Absent& a) { return a.path.text() == text; });
}

TEST(Resolve, AnEmptyProjectIsItsDirectoryAndTheTemporaryOne) {
    const auto profile = resolved(spec(), host());
    ASSERT_TRUE(profile);
    EXPECT_EQ(mounts(*profile), "rw /p");
    EXPECT_EQ(profile->writable, std::vector{path("/p")});
    EXPECT_EQ(profile->network, Network::isolated);
    EXPECT_EQ(profile->unix_sockets, UnixSockets::inside);
    for (const char* name : {"/p/.bashrc", "/p/.claude", "/p/.envrc", "/p/CLAUDE.md", "/p/.github/workflows"}) {
        EXPECT_TRUE(lists_absent(*profile, name)) << name;
    }
    EXPECT_FALSE(lists_absent(*profile, "/tmp/.npmrc"));  // commands make what they need there
    EXPECT_FALSE(lists_absent(*profile, "/p/.git"));      // `git init` is ordinary work
}

struct Case {
    const char* name;
    std::function<void(SandboxSpec&, FakeHost&)> given;
    const char* mounts;
    std::vector<AbsPath> nested_repositories{};
};

TEST(Resolve, Mounts) {
    const Case cases[] = {
        {"a repository: its code is held, its directory cannot be renamed",
         [](auto&, auto& h) { h.repository("/p/.git"); },
         "rw /p; pin /p/.git; ro /p/.git/config (file); ro /p/.git/hooks"},
        {"submodules are part of it, other worktrees are left to the scrub",
         [](auto&, auto& h) {
             h.repository("/p/.git").repository("/p/.git/modules/a/b").file("/p/.git/worktrees/w/gitdir", "/w/.git\n");
             h.file("/p/.git/worktrees/w/commondir", "../..\n");
         },
         "rw /p; pin /p/.git; ro /p/.git/config (file); ro /p/.git/hooks; pin /p/.git/modules; pin /p/.git/modules/a; "
         "pin /p/.git/modules/a/b; ro /p/.git/modules/a/b/config (file); ro /p/.git/modules/a/b/hooks"},
        {"a linked worktree makes the common directory writable, but for its code",
         [](auto&, auto& h) {
             h.repository("/m/.git").file("/p/.git", "gitdir: /m/.git/worktrees/p\n");
             h.file("/m/.git/worktrees/p/gitdir", "/p/.git\n").file("/m/.git/worktrees/p/commondir", "../..\n");
             h.file("/m/.git/worktrees/p/HEAD", "ref: refs/heads/x\n");
         },
         "rw /p; rw /m/.git; ro /p/.git (file); ro /m/.git/config (file); ro /m/.git/hooks; pin /m/.git/worktrees; "
         "pin /m/.git/worktrees/p; ro /m/.git/worktrees/p/commondir (file); ro /m/.git/worktrees/p/gitdir (file)"},
        {"a .git file that nothing points back to opens nothing",
         [](auto&, auto& h) { h.repository("/victim/.git").file("/p/.git", "gitdir: /victim/.git\n"); },
         "rw /p; ro /p/.git (file)"},
        {"the repository above a subdirectory: commits work from there",
         [](auto& s, auto& h) {
             h.repository("/p/.git").directory("/p/sub");
             s.cwd = path("/p/sub");
             s.writable = {{path("/p/sub"), "cwd"}};
         },
         "rw /p/.git; rw /p/sub; ro /p/.git/config (file); ro /p/.git/hooks"},
        {"but not one whose working tree is home",
         [](auto& s, auto& h) {
             h.repository("/home/u/.git").directory("/home/u/x");
             s.cwd = path("/home/u/x");
             s.writable = {{path("/home/u/x"), "cwd"}};
         },
         "rw /home/u/x"},
        {"protected names in the top directory",
         [](auto&, auto& h) {
             h.file("/p/.npmrc").directory("/p/.claude/worktrees").file("/p/.github/workflows/ci.yml");
         },
         "rw /p; ro /p/.claude; pin /p/.github; ro /p/.npmrc (file); rw /p/.claude/worktrees; ro /p/.github/workflows"},
        {"waived by name", [](auto& s, auto& h) { h.file("/p/.npmrc"), s.waived = {".npmrc"}; }, "rw /p"},
        {"protected names of home only count in home",
         [](auto& s, auto& h) {
             h.directory("/home/u/.ssh").directory("/p/.ssh");
             s.writable.push_back({path("/home/u"), "allowWrite"});
         },
         "rw /p; rw /home/u; ro /home/u/.ssh"},
        {"names of the table by whichever root they come",
         [](auto& s, auto& h) {
             h.directory("/home/u/.config/git")
                 .directory("/home/u/.config/autostart")
                 .directory("/q/.github/workflows");
             h.directory("/q/.config/autostart").directory("/home/u/.local/share/postern");
             s.writable.push_back({path("/home/u/.config"), "allowWrite"});
             s.writable.push_back({path("/q/.github"), "allowWrite"});
             s.writable.push_back({path("/q/.config"), "allowWrite"});
             s.writable.push_back({path("/home/u/.local"), "allowWrite"});
         },
         "rw /p; rw /q/.config; rw /q/.github; rw /home/u/.config; rw /home/u/.local; ro /q/.github/workflows; "
         "ro /home/u/.config/autostart; ro /home/u/.config/git; pin /home/u/.local/share; "
         "ro /home/u/.local/share/postern"},
        {"names with a star",
         [](auto&, auto& h) { h.file("/p/a.code-workspace").file("/p/b.code").file("/p/.lintstagedrc.mjs"); },
         "rw /p; ro /p/.lintstagedrc.mjs (file); ro /p/a.code-workspace (file)"},
        {"hooks and files that the configuration of git names",
         [](auto&, auto& h) {
             h.repository("/p/.git").directory("/p/hooks.d").file("/p/more").file("/p/deep/most").directory("/p/own");
             h.file("/p/.git/config", "[include]\n\tpath = ../more # c\n");
             h.file("/p/more", "[include]\n\tpath = deep/most\n[core]\n\tattributesFile = \"attr\"\n");
             h.file("/p/deep/most", "[core]\n\thooksPath = hooks.d ; c\n");
             h.file("/home/u/.gitconfig", "[init]\n\ttemplateDir = /p/own\n");
         },
         "rw /p; pin /p/.git; pin /p/deep; ro /p/hooks.d; ro /p/more (file); ro /p/own; ro /p/.git/config (file); "
         "ro /p/.git/hooks; ro /p/deep/most (file)"},
        {"a directory of hooks that is the working tree: only the names of hooks",
         [](auto&, auto& h) {
             h.repository("/p/.git").file("/p/pre-commit").file("/p/other");
             h.file("/p/.git/config", "[core]\n\thooksPath = .\n");
         },
         "rw /p; pin /p/.git; ro /p/pre-commit (file); ro /p/.git/config (file); ro /p/.git/hooks"},
        {"the target of a link, and the directories above the link",
         [](auto&, auto& h) {
             h.repository("/p/.git").directory("/p/k/h").directory("/p/k/postern").link("/p/.postern", "k/postern");
             h.link("/p/a/.github/workflows", "../../k/h").directory("/p/k/flows").link("/p/.github", "k");
             h.directory("/p/k/workflows");
         },
         "rw /p; pin /p/.git; pin /p/k; ro /p/.git/config (file); ro /p/.git/hooks; ro /p/k/postern; "
         "ro /p/k/workflows"},
        {"what is seen through a second mount",
         [](auto& s, auto& h) {
             h.directory("/p/secret").directory("/mnt/secret").twin("/p/secret", "/mnt/secret");
             s.deny_read = {{path("/p/secret"), "d"}};
         },
         "rw /p; hide /mnt/secret; hide /p/secret"},
        {"deny beats allow below it",
         [](auto& s, auto& h) {
             h.directory("/p/locked/open"), s.deny_write = {{path("/p/locked"), "d"}};
         },
         "rw /p; ro /p/locked"},
        {"deny beats allow above it",
         [](auto& s, auto& h) {
             h.directory("/w/locked/open");
             s.writable.push_back({path("/w/locked/open"), "a"});
             s.deny_write = {{path("/w/locked"), "d"}};
         },
         "rw /p"},
        {"one root inside another is one root",
         [](auto& s, auto& h) {
             h.directory("/p/a"), s.writable.push_back({path("/p/a"), "a"});
         },
         "rw /p"},
        {"a denied file deep below: every directory above it stays",
         [](auto& s, auto& h) {
             h.file("/p/a/b/c"), s.deny_write = {{path("/p/a/b/c"), "d"}};
         },
         "rw /p; pin /p/a; pin /p/a/b; ro /p/a/b/c (file)"},
        {"denied through a link: what it leads to",
         [](auto& s, auto& h) {
             h.file("/p/real").link("/p/link", "real"), s.deny_write = {{path("/p/link"), "d"}};
         },
         "rw /p; ro /p/real (file)"},
        {"hidden",
         [](auto& s, auto& h) {
             h.file("/s/key"), s.deny_read = {{path("/s/key"), "d"}};
         },
         "rw /p; hide /s/key (file)"},
        {"hidden through a link",
         [](auto& s, auto& h) {
             h.file("/s/key").link("/l", "/s/key"), s.deny_read = {{path("/l"), "d"}};
         },
         "rw /p; hide /s/key (file)"},
        {"reopened inside",
         [](auto& s, auto& h) {
             h.file("/s/pub/f").file("/s/key");
             s.deny_read = {{path("/s"), "d"}};
             s.allow_read = {{path("/s/pub"), "a"}};
         },
         "rw /p; hide /s; reopen /s/pub"},
        {"hidden again inside what is reopened",
         [](auto& s, auto& h) {
             h.file("/s/pub/f");
             s.deny_read = {{path("/s"), "d"}, {path("/s/pub/f"), "d"}};
             s.allow_read = {{path("/s/pub"), "a"}};
         },
         "rw /p; hide /s; reopen /s/pub; hide /s/pub/f (file)"},
        {"a denied directory that is itself allowed is open, a denied file in it is not",
         [](auto& s, auto& h) {
             h.file("/p/.env");
             s.deny_read = {{path("/p"), "d"}, {path("/p/.env"), "d"}};
             s.allow_read = {{path("/p"), "a"}};
         },
         "rw /p; hide /p/.env (file)"},
        {"a link does not reopen what it leads to",
         [](auto& s, auto& h) {
             h.file("/s/key").link("/p/open", "/s");
             s.deny_read = {{path("/s"), "d"}};
             s.allow_read = {{path("/p/open"), "a"}};
         },
         "rw /p; hide /s"},
        {"reopened inside a writable root stays writable",
         [](auto& s, auto& h) {
             h.directory("/p/s/out");
             s.deny_read = {{path("/p/s"), "d"}};
             s.allow_read = {{path("/p/s/out"), "a"}};
         },
         "rw /p; hide /p/s; rw /p/s/out"},
        {"what is hidden is not shown again by its protection",
         [](auto& s, auto& h) {
             h.file("/p/.claude/settings.json"), s.deny_read = {{path("/p/.claude"), "d"}};
         },
         "rw /p; hide /p/.claude"},
        {"nested repositories that are known",
         [](auto&, auto& h) { h.repository("/p/a/b/.git"); },
         "rw /p; pin /p/a; pin /p/a/b; pin /p/a/b/.git; ro /p/a/b/.git/config (file); ro /p/a/b/.git/hooks",
         {path("/p/a/b/.git")}},
        {"a nested repository that a link has taken the place of",
         [](auto&, auto& h) { h.repository("/p/.git").link("/p/a/.git", "../.git/hooks"); },
         "rw /p; pin /p/.git; ro /p/.git/config (file); ro /p/.git/hooks",
         {path("/p/a/.git")}},
    };
    for (const Case& c : cases) {
        SandboxSpec wanted = spec();
        FakeHost on = host();
        c.given(wanted, on);
        host::Facts seen = facts();
        seen.nested_repositories = c.nested_repositories;
        const auto profile = resolved(wanted, on, seen);
        ASSERT_TRUE(profile) << c.name << ": " << profile.error().what;
        EXPECT_EQ(mounts(*profile), c.mounts) << c.name;
    }
}

// What managed settings or the command line hide, a project's allowRead does not reopen, at the same path, below or
// through a pattern. An entry of another scope does.
TEST(Resolve, AProjectReopensNothingThatIsFirmlyHidden) {
    struct Reopen {
        const char* hidden;
        const char* reopened;
    };
    for (const Reopen& c : {Reopen{"/s", "/s"}, Reopen{"/s", "/s/a"}, Reopen{"/s", "/s/a/b"}, Reopen{"/s/a", "/s/a"}}) {
        for (const bool firm : {false, true}) {
            for (const bool of_project : {false, true}) {
                SandboxSpec wanted = spec();
                wanted.deny_read.push_back({.path = path(c.hidden), .why = "d", .firm = firm});
                wanted.allow_read.push_back({.path = path(c.reopened), .why = "a", .of_project = of_project});
                FakeHost files = host();
                files.directory("/s/a/b");
                const auto profile = resolved(wanted, files);
                ASSERT_TRUE(profile);
                const bool whole = std::string_view(c.hidden) == c.reopened;
                const std::string open =
                    whole ? "rw /p" : std::string("rw /p; hide ") + c.hidden + "; reopen " + c.reopened;
                const std::string closed = std::string("rw /p; hide ") + c.hidden;
                EXPECT_EQ(mounts(*profile), firm && of_project ? closed : open) << c.hidden << ' ' << c.reopened;
            }
        }
    }
}

TEST(Resolve, WithReadsBlockedOnlyTheSystemAndTheWorkingDirectoriesAreSeen) {
    SandboxSpec wanted = spec();
    wanted.cwd = path("/home/u/p");
    wanted.writable = {{path("/home/u/p"), "the working directory"}};
    wanted.read_only_these = {path("/home/u/p"), path("/data/more")};
    wanted.allow_read.push_back({.path = path("/home/u/.cargo"), .why = "user", .of_project = false});
    wanted.allow_read.push_back({.path = path("/home/u/.ssh"), .why = "project", .of_project = true});
    FakeHost files = host();
    for (const char* name : {"/home/u/p", "/home/u/.cargo", "/home/u/.ssh", "/data/more", "/usr/bin", "/etc",
                             "/var/log", "/var/lib", "/srv"}) {
        files.directory(name);
    }
    const auto profile = resolved(wanted, files);
    ASSERT_TRUE(profile) << profile.error().what;
    EXPECT_EQ(mounts(*profile),
              "hide /data; hide /home; hide /p; hide /srv; reopen /data/more; hide /var/log; "
              "reopen /home/u/.cargo; rw /home/u/p");
}

TEST(Resolve, PatternsFindWhatIsThere) {
    SandboxSpec wanted = spec();
    FakeHost on = host();
    on.file("/p/.env").file("/p/a/b/.env").file("/p/a/env").link("/p/a/x.env", "../.env");
    const policy::Anchors anchors{.cwd = path("/p"), .home = path("/home/u"), .settings_dir = path("/p")};
    wanted.deny_read = {
        {path("/p"), "d", policy::PathPattern::compile("//p/**/*.env", anchors, policy::Effect::deny).value()}};
    const auto profile = resolved(wanted, on);
    ASSERT_TRUE(profile);
    EXPECT_EQ(mounts(*profile), "rw /p; hide /p/.env (file); hide /p/a/b/.env (file)");
}

TEST(Resolve, LinksToProtectedPathsAreListed) {
    FakeHost h = host();
    h.repository("/p/.git")
        .directory("/p/k/postern")
        .link("/p/.postern", "k/postern")
        .link("/p/CLAUDE.md", "AGENTS.md");
    h.file("/p/AGENTS.md").link("/p/other", "k");
    const auto profile = resolved(spec(), h);
    ASSERT_TRUE(profile);
    EXPECT_EQ(profile->links,
              (std::vector<HeldLink>{{path("/p/.postern"), "k/postern"}, {path("/p/CLAUDE.md"), "AGENTS.md"}}));
}

TEST(Resolve, TheStoresAreHiddenAlsoAroundTheTemporaryDirectory) {
    FakeHost h = host();
    h.directory("/home/u/.local/state/postern/tmp").directory("/home/u/.local/state/postern/journal");
    host::Facts seen = facts();
    seen.temporary = path("/home/u/.local/state/postern/tmp");
    const auto profile = resolved(spec(), h, seen);
    ASSERT_TRUE(profile);
    EXPECT_EQ(mounts(*profile), "rw /p; hide /home/u/.local/state/postern");
    const auto temporary = std::ranges::find(profile->mounts, path("/tmp"), &Mount::path);
    ASSERT_NE(temporary, profile->mounts.end());
    EXPECT_EQ(temporary->source->parent(), seen.temporary);
}

TEST(Resolve, AConfigurationOfGitThatCannotBeReadIsAnError) {
    for (const char* file : {"/p/.git/config", "/home/u/.gitconfig", "/etc/gitconfig"}) {
        FakeHost h = host();
        h.repository("/p/.git").unreadable(file);
        const auto profile = resolved(spec(), h);
        ASSERT_FALSE(profile) << file;
        EXPECT_EQ(profile.error().where, file);
    }
    FakeHost h = host();
    h.repository("/p/nested/.git").unreadable("/p/nested/.git/config");
    host::Facts seen = facts();
    seen.nested_repositories = {path("/p/nested/.git")};
    const auto profile = resolved(spec(), h, seen);
    ASSERT_TRUE(profile) << "one of many below, which a command may have spoiled";
    EXPECT_EQ(profile->weaknesses.size(), 1U);
}

TEST(Resolve, ManyFilesNeedNoPins) {
    const policy::Anchors anchors{.cwd = path("/p"), .home = path("/home/u"), .settings_dir = path("/p")};
    const struct {
        const char* pattern;
        int files;
        const char* hidden;  // one of the paths
        int pins;
        const char* why;
    } cases[] = {
        {".env", 500, "/p/d7/.env", 0, "found by its name after a rename"},
        {"/**/.env", 500, "/p/d7/.env", 0, "the same"},
        {"/d*/.env", 50, "/p/d7/.env", 50, "after a rename it would not be found"},
        {"/d*/.env", 500, "/p/d7", 0, "a mount point cannot be renamed"},
    };
    for (const auto& each : cases) {
        FakeHost h = host();
        for (int i = 0; i < each.files; ++i) h.file("/p/d" + std::to_string(i) + "/.env");
        SandboxSpec s = spec();
        auto pattern = policy::PathPattern::compile(each.pattern, anchors, policy::Effect::deny);
        s.deny_read = {{path("/p"), "d", std::move(pattern.value())}};
        const auto profile = resolved(s, h);
        ASSERT_TRUE(profile) << each.pattern;
        const auto hidden = std::ranges::find(profile->mounts, path(each.hidden), &Mount::path);
        ASSERT_NE(hidden, profile->mounts.end()) << each.pattern << each.files;
        EXPECT_EQ(hidden->access, MountAccess::hidden) << each.pattern << each.files;
        EXPECT_EQ(std::ranges::count(profile->mounts, MountAccess::cannot_move, &Mount::access), each.pins) << each.why;
    }
}

TEST(Resolve, AHiddenFileWithAnotherNameIsSaid) {
    FakeHost h = host();
    h.linked_hard("/p/a").linked_hard("/p/b").file("/p/c");
    SandboxSpec s = spec();
    for (const char* name : {"/p/a", "/p/b", "/p/c"}) s.deny_read.push_back({path(name), "d"});
    const auto profile = resolved(s, h);
    ASSERT_TRUE(profile);
    ASSERT_EQ(profile->weaknesses.size(), 1U);
    EXPECT_NE(profile->weaknesses.front().find("/p/a"), std::string::npos);
    EXPECT_NE(profile->weaknesses.front().find("1 more"), std::string::npos);
}

TEST(Resolve, Refusals) {
    const struct {
        const char* name;
        std::function<void(SandboxSpec&, FakeHost&)> given;
        const char* says;
    } cases[] = {
        {"a link out of the project, made by whoever could write there",
         [](auto& s, auto& h) {
             h.directory("/home/u/.ssh").link("/p/build", "/home/u/.ssh");
             s.writable.push_back({path("/p/build"), "allowWrite"});
         },
         "symbolic link to /home/u/.ssh"},
        {"the same in the middle of a path",
         [](auto& s, auto& h) {
             h.directory("/etc/x").link("/p/build", "/etc");
             s.writable.push_back({path("/p/build/x"), "allowWrite"});
         },
         "symbolic link to /etc"},
        {"the kernel's own trees",
         [](auto& s, auto& h) {
             h.directory("/proc/sys"), s.writable.push_back({path("/proc/sys"), "a"});
         },
         "cannot be made writable"},
        {"a hidden working directory",
         [](auto& s, auto&) {
             s.deny_read = {{path("/p"), "d"}};
         },
         "working directory is hidden"},
    };
    for (const auto& c : cases) {
        SandboxSpec wanted = spec();
        FakeHost on = host();
        c.given(wanted, on);
        const auto profile = resolved(wanted, on);
        ASSERT_FALSE(profile) << c.name;
        EXPECT_NE(profile.error().what.find(c.says), std::string::npos) << profile.error().what;
    }
}

TEST(Resolve, AWorkingDirectoryInsideSomethingProtectedStaysReadOnly) {
    for (const char* inside : {"/p/.vscode", "/p/.github/workflows", "/p/.claude/commands/x", "/p/.postern"}) {
        FakeHost on = host();
        on.directory(inside);
        SandboxSpec wanted = spec();
        wanted.cwd = path(inside);
        wanted.writable = {{path(inside), "cwd"}};
        const auto profile = resolved(wanted, on);
        ASSERT_TRUE(profile) << inside;
        EXPECT_EQ(profile->writable, std::vector<AbsPath>{}) << inside;
        EXPECT_FALSE(profile->notes.empty()) << inside;
    }
}

TEST(Resolve, ALinkPutInTheWayIsNotFollowed) {
    FakeHost on = host();
    on.directory("/out/dir").link("/q/a", "/out");
    SandboxSpec swapped = spec();
    swapped.cwd = path("/q/a/dir");  // was a directory at the start
    swapped.writable = {{path("/q/a/dir"), "cwd"}};
    EXPECT_FALSE(resolved(swapped, on));

    SandboxSpec listed = spec();
    listed.writable.push_back({path("/q/a/dir"), "allowWrite"});
    EXPECT_TRUE(resolved(listed, on)) << "the user's own link";
    host::Facts seen = facts();
    seen.ever_writable = {path("/q")};
    EXPECT_FALSE(resolved(listed, on, seen)) << "a command may have made it";
}

TEST(Resolve, GuardsAndProcArePartOfTheProfile) {
    SandboxSpec wanted = spec();
    wanted.exec_guard = settings::ExecGuardMode::strict;
    auto profile = resolved(wanted, host());
    ASSERT_TRUE(profile);
    EXPECT_EQ(profile->exec_guard, settings::ExecGuardMode::strict);
    EXPECT_TRUE(profile->create_guard);
    EXPECT_EQ(profile->proc, Proc::fresh);
    EXPECT_EQ(profile->weaknesses, std::vector<std::string>());

    host::Facts weaker = facts();
    weaker.sandbox = {.reason = "/proc: cannot be mounted"};
    profile = resolved(wanted, host(), weaker);
    ASSERT_TRUE(profile);
    EXPECT_FALSE(profile->create_guard) << "no listener can be had";
    EXPECT_EQ(profile->proc, Proc::host);
    EXPECT_EQ(profile->weaknesses, std::vector<std::string>{"the sandbox is weaker here: /proc: cannot be mounted"});

    wanted.create_guard = settings::Toggle::off;
    profile = resolved(wanted, host());
    ASSERT_TRUE(profile);
    EXPECT_FALSE(profile->create_guard);
}

TEST(Resolve, AnUnsandboxedProfileHasNoWalls) {
    host::Facts seen = facts();
    seen.environment = {"A=1", "B=x=y", "odd"};
    const auto profile =
        unsandboxed_profile(path("/p"), {.variables = {{"A", "2"}}, .limits = {.timeout_ms = 5}}, seen);
    EXPECT_EQ(profile.environment, (std::vector<Variable>{{"B", "x=y"}, {"A", "2"}}));
    EXPECT_EQ(profile.limits.timeout_ms, 5U);
    EXPECT_EQ(profile.network, Network::host);
    EXPECT_TRUE(profile.mounts.empty());
}

TEST(Resolve, NoMoreThanABudgetOfNestedRepositoriesIsHeld) {
    host::Facts seen = facts();
    FakeHost on = host();
    for (int i = 0; i < 20; ++i) {
        const std::string git = "/p/r" + std::to_string(10 + i) + "/.git";
        on.repository(git);
        seen.nested_repositories.push_back(path(git));
    }
    const auto profile = resolved(spec(), on, seen);
    ASSERT_TRUE(profile);
    EXPECT_EQ(profile->repositories.size(), kHeldRepositories);
}

TEST(Resolve, WithoutFileIsolationItSaysSo) {
    SandboxSpec wanted = spec();
    wanted.files_isolated = false;
    const auto profile = resolved(wanted, host());
    ASSERT_TRUE(profile);
    EXPECT_EQ(mounts(*profile), "rw /");
    EXPECT_EQ(profile->weaknesses.size(), 1U);
}

}  // namespace
}  // namespace postern::sandbox
