// Tests which files are read, who may own them, and the two command-line options.
#include "settings/defaults.h"
#include "settings/paths.h"
#include "world.h"

#include <map>

namespace postern::settings {
namespace {

constexpr const char* kDeny = R"j({"permissions":{"deny":["Bash(x)"]}})j";

TEST(Managed, MustBelongToTheAdministrator) {
    struct Case {
        const char* name;
        mode_t mode;
        const char* error;  // text after the name; null: no error
    };
    const char* const kWritable = ": managed settings must not be writable by group or others; run chmod go-w on it";
    const Case cases[] = {
        {kManaged, 0644, nullptr},
        {kManaged, 0664, kWritable},
        {kManaged, 0646, kWritable},
        {"etc/postern", 0775, kWritable},
        {"etc/postern", 01777, kWritable},
        {"etc/postern/managed-settings.d", 0757, kWritable},
        {"etc/postern/managed-settings.d/a.json", 0662, kWritable},
        {"etc/claude-code", 0777, kWritable},
        {kManagedClaude, 0666, kWritable},
    };
    for (const Case& c : cases) {
        const World world;
        world.with(kManaged, kDeny).with(kManagedClaude, kDeny).with("etc/postern/managed-settings.d/a.json", kDeny);
        world.dir.chmod(c.name, c.mode);
        EXPECT_EQ(world.error(), c.error == nullptr ? "no error" : std::string(c.name) + c.error);
    }
    World world;
    world.with(kManaged, kDeny);
    world.places.managed_owner = ::geteuid() + 1;
    EXPECT_EQ(world.error(), "etc/postern: managed settings must be owned by uid " + std::to_string(::geteuid() + 1) +
                                 ", not by uid " + std::to_string(::geteuid()));
}

TEST(Managed, AnEmptyDirectoryThatOthersCanFillIsAnErrorToo) {
    const World world;
    std::filesystem::create_directories(world.path("etc/postern"));
    EXPECT_EQ(world.error(), "no error");
    world.dir.chmod("etc/postern", 0777);
    EXPECT_NE(world.error(), "no error");
}

TEST(ReadClaudeSettings, CanBeSwitchedOffButNotTheAdministrators) {
    struct Case {
        const char* user;
        const char* managed;
        Strings sets;
        std::size_t denials;  // one from each Claude Code file that is read
        const char* why;
    };
    const char* const kOff = R"({"postern":{"readClaudeSettings":false}})";
    const char* const kOn = R"({"postern":{"readClaudeSettings":true}})";
    const Case cases[] = {
        {"{}", "{}", {}, 4, "read by default: user, project, local, managed"},
        {kOff, "{}", {}, 1, "the user's word; managed stays"},
        {"{}", "{}", {"postern.readClaudeSettings=false"}, 1, "the command line's"},
        {kOff, "{}", {"postern.readClaudeSettings=true"}, 4, "the stronger one"},
        {"{}", kOff, {}, 0, "the administrator's"},
        {kOff, kOn, {}, 4, "the administrator's, for all"},
    };
    for (const Case& c : cases) {
        const World world;
        int i = 0;
        for (const char* file : {kUserClaude, kProjectClaude, kLocalClaude, kManagedClaude}) {
            world.with(file, R"j({"permissions":{"deny":["Bash()j" + std::to_string(i++) + R"j()"]}})j");
        }
        world.with(kUserFile, c.user).with(kManaged, c.managed);
        const Loaded loaded = world.load({.only_file = {}, .sets = c.sets});
        EXPECT_EQ(loaded.settings.permissions.deny.size(), c.denials) << c.why;
    }
    const World world;
    EXPECT_EQ(world.with(kUserFile, kOff).with(kUserClaude, "{").error(), "no error") << "not read, so not an error";
}

TEST(Layers, InTheHomeDirectoryTheUsersFileIsReadOnce) {
    World world;
    world.places.cwd = world.places.project = world.places.home;
    world.places.levels = {{.directory = world.places.home}};
    const Loaded loaded = world.with(kUserClaude, R"j({"permissions":{"allow":["Bash(a)"]}})j").load();
    EXPECT_EQ(loaded.settings.sources.size(), 1U);
    EXPECT_EQ(loaded.settings.permissions.allow.size(), 1U);
    EXPECT_EQ(world.warnings(loaded), Strings{});
}

TEST(OnlyFile, LeavesManagedSettingsInForce) {
    const World world;
    for (const char* file : {kProject, kManaged, kManagedClaude}) world.with(file, kDeny);
    const AbsPath named = world.dir.write("x/policy.json", R"j({"permissions":{"allow":["Bash"]}})j");
    const Loaded loaded = world.load({.only_file = named, .sets = {}});
    std::vector<Scope> scopes;
    for (const Source& source : loaded.settings.sources) scopes.push_back(source.scope);
    EXPECT_EQ(scopes, (std::vector<Scope>{Scope::command_line, Scope::managed, Scope::managed}));
    EXPECT_EQ(loaded.settings.permissions.deny.size(), 1U) << "the same rule twice counts once";
}

TEST(OnlyFile, StandsInsteadOfEveryOtherLayer) {
    const World world;
    for (const char* file : {kUserFile, kUserClaude, kProject, kLocal}) world.with(file, kDeny);
    const AbsPath named = world.dir.write("x/policy.json", R"j({"permissions":{"allow":["Edit(/a)"]}, // mine
        "sandbox":{"filesystem":{"disabled":true}}})j");
    const Loaded loaded = world.load({.only_file = named, .sets = {"sandbox.enabled=false"}});
    const Source source{Scope::command_line, false, named.text(), world.dir.at("x"), true};
    const Source set{Scope::command_line, false, "--set", world.places.project, true};
    EXPECT_EQ(loaded.settings.sources, (std::vector<Source>{source, set}));
    EXPECT_EQ(loaded.settings.permissions.deny.size(), 0U);
    EXPECT_EQ(loaded.settings.permissions.allow.size(), 1U);
    EXPECT_FALSE(sandbox_enabled(loaded.settings));
    EXPECT_EQ(world.error({.only_file = world.dir.at("none.json"), .sets = {}}), "none.json: no such file");
}

TEST(OnlyFile, AnExistingSettingsFileKeepsItsMeaning) {
    const World world;
    world.with(kProjectClaude, R"j({"model":"m","permissions":{"deny":["Edit(/a)"]}})j").with(kProject, kDeny);
    const Loaded claude = world.load({.only_file = world.dir.at(kProjectClaude), .sets = {}});
    EXPECT_EQ(claude.settings.sources[0].anchor, world.places.project);
    EXPECT_TRUE(claude.settings.sources[0].claude);
    const Loaded own = world.load({.only_file = world.dir.at(kProject), .sets = {}});
    EXPECT_EQ(own.settings.sources[0].anchor, world.places.project);
    EXPECT_FALSE(own.settings.sources[0].claude);
}

TEST(SetOption, ReadsJsonOrElseAString) {
    const World world;
    const Loaded loaded =
        world.load({.only_file = {},
                    .sets = {"sandbox.enabled=false", "permissions.defaultMode=plan",
                             R"j(permissions.deny=["Bash(a)","Bash(b=c)"])j", "permissions.deny=Bash(d)",
                             R"(sandbox={"network":{"httpProxyPort":8080}})",
                             R"j(permissions.ask={"rule":"Bash(e)","reason":"r"})j"}});
    const Settings& s = loaded.settings;
    EXPECT_FALSE(sandbox_enabled(s));
    EXPECT_EQ(mode(s), Mode::plan);
    EXPECT_EQ(world.listed(loaded, s.permissions.deny),
              (Strings{"Bash(a) @ --set#/permissions/deny/0", "Bash(b=c) @ --set#/permissions/deny/1",
                       "Bash(d) @ --set#/permissions/deny/0"}));
    EXPECT_EQ(value_or(s.sandbox.network.http_proxy_port, std::int64_t{0}), 8080);
    EXPECT_EQ(s.permissions.ask[0].reason, "r");
    EXPECT_EQ(s.sources[0].scope, Scope::command_line);
}

TEST(SetOption, RefusesWhatIsNotASetting) {
    const World world;
    const std::map<std::string, std::string> cases = {
        {"sandbox.enabled", "--set: expected KEY=VALUE, found \"sandbox.enabled\""},
        {"=1", "--set: expected KEY=VALUE, found \"=1\""},
        {"sandbox.enable=true", "--set: unknown key \"sandbox.enable\"; did you mean \"sandbox.enabled\"?"},
        {"\x1b[2J=1", "--set: unknown key \"\\x1b[2J\""},
        {"sandbox.enabled=maybe", "--set#/sandbox/enabled: expected true or false, found a string"},
        {"sandbox.bwrapPath=/b", "--set#/sandbox/bwrapPath: only managed settings may set this"},
        {R"(sandbox={"enabled":true,"enabled":false})", "--set#/sandbox: expected an object, found a string"},
    };
    for (const auto& [set, error] : cases) EXPECT_EQ(world.error({.only_file = {}, .sets = {set}}), error);
}

TEST(Paths, AreSpelledDifferentlyInRulesAndLists) {
    const World world;
    world.with(kUserFile, kDeny).with(kProject, kDeny);
    Loaded loaded = world.load();
    struct Case {
        const char* written;
        std::uint32_t source;
        const char* rule;
        const char* list;
    };
    const Case cases[] = {
        {"//etc/x", 0, "/etc/x", "/etc/x"},
        {"//etc/x", 1, "/etc/x", "/etc/x"},
        {"/x", 0, "home/.config/postern/x", "/x"},
        {"/x/**", 1, "p/x/**", "/x/**"},
        {"~/x", 1, "home/x", "home/x"},
        {"~", 1, "home", "home"},
        {"./x", 0, "p/x", "home/.config/postern/x"},
        {"x/", 1, "p/x", "p/x"},
        {"../x", 1, "x", "x"},
    };
    for (const Case& c : cases) {
        const Origin origin{c.source, ""};
        const auto resolve = [&](PathPlace place) {
            return world.shorten(resolve_path(loaded.settings, origin, place, c.written)->text());
        };
        EXPECT_EQ(resolve(PathPlace::rule), c.rule) << c.written;
        EXPECT_EQ(resolve(PathPlace::list), c.list) << c.written;
    }
    EXPECT_FALSE(resolve_path(loaded.settings, {0, ""}, PathPlace::list, "~bob/x"));
    EXPECT_FALSE(resolve_path(loaded.settings, {0, ""}, PathPlace::rule, ""));
}

TEST(Places, ComeFromTheEnvironment) {
    const AbsPath project = *AbsPath::parse("/p");
    std::map<std::string, std::string> env = {{"HOME", "/home/u"}};
    const VariableLookup lookup = [&](const char* name) -> std::optional<std::string> {
        const auto found = env.find(name);
        return found == env.end() ? std::nullopt : std::optional(found->second);
    };
    auto places = from_environment(project, lookup);
    ASSERT_TRUE(places);
    EXPECT_EQ(places->config_home.text(), "/home/u/.config/postern");
    EXPECT_EQ(places->state_home.text(), "/home/u/.local/state/postern");
    EXPECT_EQ(places->claude_home.text(), "/home/u/.claude");
    EXPECT_EQ(places->managed_owner, 0U);
    env["XDG_CONFIG_HOME"] = "/c";
    env["XDG_STATE_HOME"] = "relative";
    env["CLAUDE_CONFIG_DIR"] = "/cc";
    places = from_environment(project, lookup);
    ASSERT_TRUE(places);
    EXPECT_EQ(places->config_home.text(), "/c/postern");
    EXPECT_EQ(places->state_home.text(), "/home/u/.local/state/postern");
    EXPECT_EQ(places->claude_home.text(), "/cc");
    env["HOME"] = "";
    EXPECT_FALSE(from_environment(project, lookup));
}

}  // namespace
}  // namespace postern::settings
