// Tests of scopes, precedence and merging, with real files.
#include "settings/defaults.h"
#include "world.h"

namespace postern::settings {
namespace {

TEST(Merge, NoSettingsAtAll) {
    const World world;
    const Loaded loaded = world.load();
    Settings expected;
    expected.project = world.places.project;
    expected.home = world.places.home;
    EXPECT_EQ(loaded.settings, expected);
    EXPECT_EQ(loaded.warnings, std::vector<Warning>{});
    EXPECT_TRUE(sandbox_enabled(loaded.settings));
    EXPECT_TRUE(auto_allow_bash_if_sandboxed(loaded.settings));
    EXPECT_TRUE(fail_if_unavailable(loaded.settings));
    EXPECT_EQ(mode(loaded.settings), Mode::default_);
    EXPECT_EQ(undecidable(loaded.settings), Caution::allow);
    EXPECT_EQ(exec_guard(loaded.settings), ExecGuardMode::on);
}

// Sets the same key in every scope and in both kinds of files.
const World& with_every_file(const World& world) {
    const auto text = [](const char* name) {
        return std::string(R"j({"permissions":{"deny":["Bash(same)","Bash()j") + name + R"j()"]}})j";
    };
    world.with(kUserClaude, text("user-claude")).with(kUserFile, text("user"));
    world.with(kProjectClaude, text("project-claude")).with(kProject, text("project"));
    world.with(kLocalClaude, text("local-claude")).with(kLocal, text("local"));
    world.with(kManagedClaude, text("managed-claude")).with(kManaged, text("managed"));
    world.with("etc/postern/managed-settings.d/20-b.json", text("drop-in-b"));
    world.with("etc/postern/managed-settings.d/10-a.json", text("drop-in-a"));
    world.with("etc/postern/managed-settings.d/.hidden.json", "not read")
        .with("etc/postern/managed-settings.d/x.txt", "");
    return world.with("etc/claude-code/managed-settings.d/c.json", text("drop-in-claude"));
}

TEST(Merge, ListsConcatenateWeakestFirstWithoutDuplicates) {
    const World world;
    const Loaded loaded = with_every_file(world).load({.only_file = {}, .sets = {"permissions.deny=Bash(set)"}});
    const Strings expected = {
        "Bash(same) @ home/.claude/settings.json#/permissions/deny/0",
        "Bash(user-claude) @ home/.claude/settings.json#/permissions/deny/1",
        "Bash(user) @ home/.config/postern/settings.json#/permissions/deny/1",
        "Bash(project-claude) @ p/.claude/settings.json#/permissions/deny/1",
        "Bash(project) @ p/.postern/settings.json#/permissions/deny/1",
        "Bash(local-claude) @ p/.claude/settings.local.json#/permissions/deny/1",
        "Bash(local) @ p/.postern/settings.local.json#/permissions/deny/1",
        "Bash(set) @ --set#/permissions/deny/0",
        "Bash(managed-claude) @ etc/claude-code/managed-settings.json#/permissions/deny/1",
        "Bash(drop-in-claude) @ etc/claude-code/managed-settings.d/c.json#/permissions/deny/1",
        "Bash(managed) @ etc/postern/managed-settings.json#/permissions/deny/1",
        "Bash(drop-in-a) @ etc/postern/managed-settings.d/10-a.json#/permissions/deny/1",
        "Bash(drop-in-b) @ etc/postern/managed-settings.d/20-b.json#/permissions/deny/1",
    };
    EXPECT_EQ(world.listed(loaded, loaded.settings.permissions.deny), expected);
    EXPECT_EQ(world.warnings(loaded), Strings{});
}

TEST(Merge, ScalarsGoToTheStrongestScope) {
    // Files are written one after the other, and each must win over all before it.
    const char* const files[] = {kUserClaude,
                                 kUserFile,
                                 kProjectClaude,
                                 kProject,
                                 kLocalClaude,
                                 kLocal,
                                 kManagedClaude,
                                 "etc/claude-code/managed-settings.d/c.json",
                                 kManaged,
                                 "etc/postern/managed-settings.d/1.json",
                                 "etc/postern/managed-settings.d/2.json"};
    const World world;
    for (const char* file : files) {
        world.with(file, R"({"sandbox":{"enabled":false}})").trusting();
        const Loaded loaded = world.load();
        EXPECT_EQ(world.origin(loaded, loaded.settings.sandbox.enabled), std::string(file) + "#/sandbox/enabled");
        EXPECT_FALSE(sandbox_enabled(loaded.settings));
    }
}

TEST(Merge, CommandLineStandsBetweenLocalAndManaged) {
    const World world;
    world.with(kLocal, R"({"permissions":{"defaultMode":"acceptEdits"}})").trusting();
    const LoadOptions options{.only_file = {},
                              .sets = {"permissions.defaultMode=plan", "permissions.defaultMode=dontAsk"}};
    EXPECT_EQ(mode(world.load(options).settings), Mode::dont_ask) << "the later --set wins";
    world.with(kManaged, R"({"permissions":{"defaultMode":"manual"}})");
    EXPECT_EQ(mode(world.load(options).settings), Mode::default_);
}

TEST(Merge, PlatformsAreAUnionThatAProjectCannotBringAlong) {
    World world;
    EXPECT_TRUE(platform_enabled(world.load().settings, "linux"));
    EXPECT_TRUE(platform_enabled(world.load().settings, "")) << "a platform nobody has a name for";
    world.with("p/.postern/settings.json", R"({"sandbox":{"enabledPlatforms":["macos"]}})");
    EXPECT_TRUE(platform_enabled(world.load().settings, "linux")) << "not trusted";
    world.trusting();
    EXPECT_FALSE(platform_enabled(world.load().settings, "linux"));
    EXPECT_FALSE(platform_enabled(world.load().settings, ""));
    EXPECT_TRUE(platform_enabled(world.load().settings, "macos"));
    world.with("home/.config/postern/settings.json", R"({"sandbox":{"enabledPlatforms":["wsl"]}})");
    EXPECT_TRUE(platform_enabled(world.load().settings, "wsl"));
    EXPECT_TRUE(platform_enabled(world.load().settings, "macos"));
    EXPECT_FALSE(platform_enabled(world.load().settings, "linux"));
    world.with("etc/postern/managed-settings.json", R"({"sandbox":{"enabled":true}})");
    EXPECT_TRUE(platform_enabled(world.load().settings, "linux")) << "the administrator switched it on, everywhere";
    world.with("etc/postern/managed-settings.json", R"({"sandbox":{"enabled":true,"enabledPlatforms":["linux"]}})");
    EXPECT_TRUE(platform_enabled(world.load().settings, "linux"));
    EXPECT_FALSE(platform_enabled(world.load().settings, "wsl"));
}

TEST(Merge, TrueAnywhereWinsForTheBlocks) {
    const World world;
    world.with(kUserFile, R"({"permissions":{"blockReadsOutsideWorkingDirectories":true}})");
    world.with(kManaged, R"({"permissions":{"blockReadsOutsideWorkingDirectories":false,
                                            "blockWritesOutsideWorkingDirectories":false}})");
    const Loaded loaded = world.load();
    EXPECT_TRUE(block_reads_outside_working_directories(loaded.settings));
    EXPECT_FALSE(block_writes_outside_working_directories(loaded.settings));
}

TEST(Merge, DisabledBypassHoldsAgainstEveryScope) {
    const World world;
    world.with(kUserFile, R"({"permissions":{"disableBypassPermissionsMode":"disable"}})");
    const LoadOptions options{.only_file = {}, .sets = {"permissions.defaultMode=bypassPermissions"}};
    EXPECT_EQ(mode(world.load(options).settings), Mode::default_);
}

TEST(Merge, TheSameTextFromAnotherAnchorIsAnotherPath) {
    const World world;
    const char* const text = R"j({"permissions":{"deny":["Edit(/src/**)","Edit(//src/**)","Edit(src/**)"]},
        "sandbox":{"filesystem":{"denyWrite":["out","/out","~/out"]}}})j";
    world.with(kUserFile, text).with(kProject, text).with(kProjectClaude, text);
    const Loaded loaded = world.load();
    EXPECT_EQ(world.listed(loaded, loaded.settings.permissions.deny),
              (Strings{"Edit(/src/**) @ home/.config/postern/settings.json#/permissions/deny/0",
                       "Edit(//src/**) @ home/.config/postern/settings.json#/permissions/deny/1",
                       "Edit(src/**) @ home/.config/postern/settings.json#/permissions/deny/2",
                       "Edit(/src/**) @ p/.claude/settings.json#/permissions/deny/0"}));
    EXPECT_EQ(world.listed(loaded, loaded.settings.sandbox.filesystem.deny_write),
              (Strings{"out @ home/.config/postern/settings.json#/sandbox/filesystem/denyWrite/0",
                       "/out @ home/.config/postern/settings.json#/sandbox/filesystem/denyWrite/1",
                       "~/out @ home/.config/postern/settings.json#/sandbox/filesystem/denyWrite/2",
                       "out @ p/.claude/settings.json#/sandbox/filesystem/denyWrite/0"}));
}

TEST(Merge, ARuleWithExamplesIsNotDroppedAsADuplicate) {
    const World world;
    world.with(kUserFile, R"j({"permissions":{"deny":["Bash(rm:*)",
        {"rule":"Bash(rm:*)","reason":"no removal","match":["rm x"],"notMatch":["rmdir x"]},
        {"rule":"Bash(rm:*)"}]}})j");
    const Loaded loaded = world.load();
    const Rules expected = {
        {"Bash(rm:*)", "", {}, {}, false, {0, "/permissions/deny/0"}},
        {"Bash(rm:*)", "no removal", {"rm x"}, {"rmdir x"}, false, {0, "/permissions/deny/1"}},
    };
    EXPECT_EQ(loaded.settings.permissions.deny, expected);
}

TEST(Merge, ManagedRulesOnlyDropsTheOthersButNotTheirTwins) {
    const World world;
    const char* const rules = R"j("permissions":{"allow":["Bash(a)"],"ask":["Bash(b)"],"deny":["Bash(c)"]})j";
    world.with(kUserFile, std::string("{") + rules + "}").with(kProject, std::string("{") + rules + "}").trusting();
    world.with(kManaged, std::string(R"({"allowManagedPermissionRulesOnly":true,)") + rules + "}");
    const Loaded loaded = world.load({.only_file = {}, .sets = {"permissions.deny=Bash(d)"}});
    const auto only = [&](const char* text, const char* list) {
        return Strings{std::string(text) + " @ " + kManaged + "#/permissions/" + list + "/0"};
    };
    EXPECT_EQ(world.listed(loaded, loaded.settings.permissions.allow), only("Bash(a)", "allow"));
    EXPECT_EQ(world.listed(loaded, loaded.settings.permissions.ask), only("Bash(b)", "ask"));
    EXPECT_EQ(world.listed(loaded, loaded.settings.permissions.deny), only("Bash(c)", "deny"));
}

TEST(Merge, ManagedDomainsAndReadPathsOnly) {
    const World world;
    world.with(kUserFile, R"({"sandbox":{"network":{"allowedDomains":["u","m"],"deniedDomains":["d"]},
                                          "filesystem":{"allowRead":["/u"],"denyRead":["/r"]}}})");
    world.with(kManagedClaude, R"({"sandbox":{"network":{"allowedDomains":["m"],"allowManagedDomainsOnly":true},
                                    "filesystem":{"allowRead":["/m"],"allowManagedReadPathsOnly":true}}})");
    const Loaded loaded = world.load();
    const auto& [permissions, sandbox] = std::tie(loaded.settings.permissions, loaded.settings.sandbox);
    EXPECT_EQ(world.listed(loaded, sandbox.network.allowed_domains),
              Strings{"m @ etc/claude-code/managed-settings.json#/sandbox/network/allowedDomains/0"});
    EXPECT_EQ(world.listed(loaded, sandbox.filesystem.allow_read),
              Strings{"/m @ etc/claude-code/managed-settings.json#/sandbox/filesystem/allowRead/0"});
    EXPECT_EQ(sandbox.network.denied_domains.size(), 1U);
    EXPECT_EQ(sandbox.filesystem.deny_read.size(), 1U);
}

TEST(Merge, ManagedFilesDecideAloneWhetherTheFilesystemIsIsolated) {
    struct Case {
        const char* managed;
        bool disabled;
        const char* why;
    };
    const Case cases[] = {
        {R"({})", true, "nothing managed: the user decides"},
        {R"({"sandbox":{"network":{"deniedDomains":["x"]}}})", true, "the network is another matter"},
        {R"({"sandbox":{"filesystem":{"denyRead":["/x"]}}})", false, "a managed list"},
        {R"({"sandbox":{"credentials":{"files":[{"path":"/k","mode":"deny"}]}}})", false, "a managed credential"},
        {R"({"sandbox":{"filesystem":{"denyRead":["/x"],"disabled":true}}})", true, "managed says so itself"},
    };
    for (const Case& c : cases) {
        const World world;
        world.with(kUserFile, R"({"sandbox":{"filesystem":{"disabled":true}}})").with(kManaged, c.managed);
        EXPECT_EQ(value_or(world.load().settings.sandbox.filesystem.disabled, false), c.disabled) << c.why;
    }
}

TEST(Merge, ALockLetsTrustedProjectFilesOnlyTighten) {
    struct Case {
        const char* managed;
        const char* set;
        const char* lock;
    };
    const Case cases[] = {
        {R"({"sandbox":{"allowUnsandboxedCommands":false}})", "",
         "etc/postern/managed-settings.json#/sandbox/allowUnsandboxedCommands"},
        {R"({"sandbox":{"network":{"allowManagedDomainsOnly":true}}})", "",
         "etc/postern/managed-settings.json#/sandbox/network/allowManagedDomainsOnly"},
        {"{}", "sandbox.allowUnsandboxedCommands=false", "--set#/sandbox/allowUnsandboxedCommands"},
        {R"({"sandbox":{"allowUnsandboxedCommands":true}})", "", nullptr},
    };
    for (const Case& c : cases) {
        const World world;
        world.with(kManaged, c.managed)
            .with(kProject, R"j({"permissions":{"allow":["Bash(x)"],"deny":["Bash(y)"]},
        "sandbox":{"enabled":false,"filesystem":{"allowWrite":["/w"]}}})j")
            .trusting();
        world.with(kUserFile, R"({"sandbox":{"filesystem":{"allowWrite":["/u"]}}})");
        const Loaded loaded = world.load({.only_file = {}, .sets = *c.set ? Strings{c.set} : Strings{}});
        const Settings& s = loaded.settings;
        EXPECT_EQ(sandbox_enabled(s), c.lock != nullptr);
        EXPECT_EQ(s.permissions.deny.size(), 1U);
        EXPECT_EQ(s.permissions.allow.size(), c.lock != nullptr ? 0U : 1U);
        EXPECT_EQ(s.sandbox.filesystem.allow_write.size(), c.lock != nullptr ? 1U : 2U) << "the user's own stays";
        EXPECT_EQ(world.warnings(loaded),
                  c.lock == nullptr ? Strings{}
                                    : Strings{std::string("p/.postern/settings.json: ignored permissions.allow, "
                                                          "sandbox.enabled, sandbox.filesystem.allowWrite: ") +
                                              c.lock + " lets project settings only tighten"});
    }
}

}  // namespace
}  // namespace postern::settings
