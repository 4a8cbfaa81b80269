// Meaning of keys that Claude Code's files have, in every scope and in both kinds of files: a repository's files mean
// no more here than there.
#include "settings/defaults.h"
#include "world.h"

namespace postern::settings {
namespace {

// Every place a value can come from. `project_trusted` and `local` are trusted.
enum class From { user, project, project_trusted, local, command_line, managed };
constexpr From kEverywhere[] = {From::user,  From::project,      From::project_trusted,
                                From::local, From::command_line, From::managed};
constexpr From kFirm[] = {From::command_line, From::managed};

enum class Kind { postern, claude };
constexpr Kind kKinds[] = {Kind::postern, Kind::claude};

bool of_project(From from) {
    return from == From::project || from == From::project_trusted || from == From::local;
}

std::string name(From from, Kind kind) {
    static constexpr const char* kNames[] = {"user", "project", "trusted project", "local", "command line", "managed"};
    return std::string(kNames[static_cast<int>(from)]) + (kind == Kind::claude ? " (Claude Code's file)" : "");
}

std::string document(std::string_view path, std::string_view value) {
    const std::size_t dot = path.find('.');
    const std::string inner =
        dot == std::string_view::npos ? std::string(value) : document(path.substr(dot + 1), value);
    return "{\"" + std::string(path.substr(0, dot)) + "\":" + inner + '}';
}

// A host whose settings are put together value by value. One value per place.
class Layered {
public:
    Layered& say(From from, Kind kind, std::string_view key, std::string_view value) {
        const bool claude = kind == Kind::claude;
        const std::string text = document(key, value);
        switch (from) {
            case From::user: world.with(claude ? kUserClaude : kUserFile, text); break;
            case From::project_trusted:
            case From::project: world.with(claude ? kProjectClaude : kProject, text); break;
            case From::local: world.with(claude ? kLocalClaude : kLocal, text); break;
            case From::command_line: options.sets.push_back(std::string(key) + '=' + std::string(value)); break;
            case From::managed: world.with(claude ? kManagedClaude : kManaged, text); break;
        }
        trusted = trusted || from == From::project_trusted || from == From::local;
        return *this;
    }
    [[nodiscard]] Loaded load() const {
        if (trusted) (void)world.trusting();
        return world.load(options);
    }

    World world;
    LoadOptions options;
    bool trusted = false;
};

// ---- modes

TEST(ClaudeFiles, ARepositoryChoosesNoLooserMode) {
    struct Case {
        const char* mode;
        Mode elsewhere;  // what it means in the other scopes
    };
    const Case cases[] = {{R"("acceptEdits")", Mode::accept_edits},
                          {R"("bypassPermissions")", Mode::bypass_permissions},
                          {R"("auto")", Mode::default_}};
    for (const Case& c : cases) {
        for (const Kind kind : kKinds) {
            for (const From from : kEverywhere) {
                const bool automatic = std::string_view(c.mode) == R"("auto")";
                if (automatic && (kind == Kind::postern || from == From::command_line)) continue;  // an unknown value
                const Loaded loaded = Layered().say(from, kind, "permissions.defaultMode", c.mode).load();
                EXPECT_EQ(mode(loaded.settings), of_project(from) ? Mode::default_ : c.elsewhere)
                    << c.mode << ' ' << name(from, kind);
                EXPECT_EQ(loaded.warnings.empty(), !of_project(from) && !automatic)
                    << c.mode << ' ' << name(from, kind);
            }
        }
    }
}

TEST(ClaudeFiles, ARepositorysLooserModeDoesNotReplaceTheUsersOwn) {
    for (const From from : {From::project, From::project_trusted, From::local}) {
        for (const Kind kind : kKinds) {
            Layered host;
            host.say(From::user, Kind::postern, "permissions.defaultMode", R"("plan")");
            host.say(from, kind, "permissions.defaultMode", R"("acceptEdits")");
            EXPECT_EQ(mode(host.load().settings), Mode::plan) << name(from, kind);
        }
    }
}

// ---- a strict list of hosts

TEST(ClaudeFiles, UnderAStrictListARepositorysHostsAreLeftOut) {
    for (const From strict : {From::user, From::command_line, From::managed}) {
        for (const Kind strict_kind : kKinds) {
            for (const From from : kEverywhere) {
                for (const Kind kind : kKinds) {
                    if (from == strict && (kind == strict_kind || from == From::command_line)) continue;  // one file
                    Layered host;
                    host.say(strict, strict_kind, "sandbox.network.strictAllowlist", "true");
                    host.say(from, kind, "sandbox.network.allowedDomains", R"(["x.test"])");
                    const Loaded loaded = host.load();
                    EXPECT_EQ(loaded.settings.sandbox.network.allowed_domains.empty(), of_project(from))
                        << name(strict, strict_kind) << " and " << name(from, kind);
                }
            }
        }
    }
}

TEST(ClaudeFiles, WithoutAStrictListATrustedRepositorysHostsCount) {
    for (const char* strict : {"", "false"}) {
        for (const From from : kEverywhere) {
            for (const Kind kind : kKinds) {
                Layered host;
                if (*strict != '\0' && from != From::managed) {
                    host.say(From::managed, kind, "sandbox.network.strictAllowlist", strict);
                }
                host.say(from, kind, "sandbox.network.allowedDomains", R"(["x.test"])");
                EXPECT_EQ(host.load().settings.sandbox.network.allowed_domains.empty(), from == From::project)
                    << name(from, kind);
            }
        }
    }
}

TEST(ClaudeFiles, AnAdministratorsFalseOutweighsAUsersStrictList) {
    Layered host;
    host.say(From::user, Kind::postern, "sandbox.network.strictAllowlist", "true");
    host.say(From::managed, Kind::postern, "sandbox.network.strictAllowlist", "false");
    host.say(From::project_trusted, Kind::postern, "sandbox.network.allowedDomains", R"(["x.test"])");
    EXPECT_EQ(host.load().settings.sandbox.network.allowed_domains.size(), 1U);
}

// ---- proxies

struct ProxyKey {
    const char* key;
    Optional<std::int64_t> Sandbox::Network::*slot;
};
const ProxyKey kProxies[] = {{"sandbox.network.httpProxyPort", &Sandbox::Network::http_proxy_port},
                             {"sandbox.network.socksProxyPort", &Sandbox::Network::socks_proxy_port}};

struct Reason {
    const char* key;
    const char* value;
    From from;
    bool withholds;
};
const Reason kReasons[] = {
    {"sandbox.network.strictAllowlist", "true", From::managed, true},
    {"sandbox.network.strictAllowlist", "true", From::command_line, true},
    {"sandbox.network.strictAllowlist", "false", From::managed, false},
    {"sandbox.network.deniedDomains", R"(["bad.test"])", From::managed, true},
    {"sandbox.network.deniedDomains", R"(["bad.test"])", From::command_line, false},
    {"sandbox.network.deniedDomains", "[]", From::managed, false},
    {"permissions.deny", R"j(["WebFetch(domain:bad.test)"])j", From::managed, true},
    {"permissions.deny", R"(["WebFetch"])", From::managed, true},
    {"permissions.deny", R"(["Web*"])", From::managed, true},
    {"permissions.deny", R"j(["Bash(curl:*)"])j", From::managed, false},
    {"permissions.deny", R"j(["WebFetch(domain:bad.test)"])j", From::command_line, false},
};

TEST(ClaudeFiles, ARepositorysProxyDoesNotGoAroundDenials) {
    for (const Reason& reason : kReasons) {
        for (const ProxyKey& proxy : kProxies) {
            for (const From from : {From::project, From::project_trusted, From::local}) {
                for (const Kind kind : kKinds) {
                    Layered host;
                    host.say(reason.from, Kind::claude, reason.key, reason.value);
                    host.say(From::user, Kind::postern, proxy.key, "1111").say(from, kind, proxy.key, "2222");
                    const auto port = host.load().settings.sandbox.network.*proxy.slot;
                    const bool taken = from != From::project && !reason.withholds;
                    ASSERT_TRUE(port) << "the user's own is left";
                    EXPECT_EQ(port->value, taken ? 2222 : 1111)
                        << proxy.key << ' ' << name(from, kind) << " with " << reason.key << '=' << reason.value;
                }
            }
        }
    }
}

TEST(ClaudeFiles, OtherScopesKeepTheirProxy) {
    for (const From from : {From::user, From::command_line}) {
        Layered host;
        host.say(From::managed, Kind::postern, "sandbox.network.strictAllowlist", "true");
        host.say(from, Kind::postern, "sandbox.network.httpProxyPort", "2222");
        EXPECT_TRUE(host.load().settings.sandbox.network.http_proxy_port) << name(from, Kind::postern);
    }
}

// ---- keys that do nothing

TEST(ClaudeFiles, KeysThatAreIgnoredThereAreKnownAndSaySo) {
    for (const char* key : {"permissions.blockReadsExemptPaths", "permissions.workingDirectoriesAsGiven"}) {
        for (const Kind kind : kKinds) {
            for (const From from : kEverywhere) {
                const Loaded loaded = Layered().say(from, kind, key, R"(["/x"])").load();
                ASSERT_EQ(loaded.warnings.size(), 1U) << key << ' ' << name(from, kind);
                EXPECT_EQ(loaded.warnings.front().weight, Weight::note);
                EXPECT_NE(loaded.warnings.front().what.find("no effect"), std::string::npos);
            }
        }
    }
}

TEST(ClaudeFiles, VariablesAreNotReadAndThatIsSaid) {
    for (const char* file : {kUserClaude, kProjectClaude, kLocalClaude, kManagedClaude}) {
        const World world;
        const Loaded loaded = world.with(file, R"({"env":{"PATH":"/x"},"model":"m","hooks":{}})").load();
        ASSERT_EQ(
            world.warnings(loaded),
            Strings{std::string(file) + "#/env: is not read: set variables with --env, or before Postern is started"});
        EXPECT_EQ(loaded.warnings.front().weight, Weight::note);
    }
    EXPECT_EQ(World().with(kUserFile, R"({"env":{}})").error().find("no error"), std::string::npos);
}

TEST(ClaudeFiles, BlockedReadsFromAnyScopeHold) {
    for (const From from : kEverywhere) {
        for (const Kind kind : kKinds) {
            Layered host;
            host.say(from, kind, "permissions.blockReadsOutsideWorkingDirectories", "true");
            for (const From firm : kFirm) {
                if (firm != from) {
                    host.say(firm, kind, "permissions.blockReadsOutsideWorkingDirectories", "false");
                }
            }
            EXPECT_TRUE(block_reads_outside_working_directories(host.load().settings)) << name(from, kind);
        }
    }
}

}  // namespace
}  // namespace postern::settings
