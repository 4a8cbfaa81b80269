// Tests what the settings of an untrusted project may do, and how they become trusted.
#include "settings/trust.h"

#include "base/hash.h"
#include "settings/defaults.h"
#include "settings/effective.h"
#include "settings/schema.h"
#include "world.h"

#include <nlohmann/json.hpp>

#include <set>

namespace postern::settings {
namespace {

struct Case {
    const char* key;
    const char* value;
    const char* user;  // content of the user's file; null: no file
    bool taken;
    const char* why;
};

const Case kCases[] = {
    {"permissions.allow", R"j(["Bash(x)"])j", nullptr, false, "allows"},
    {"permissions.ask", R"j(["Bash(x)"])j", nullptr, true, "asks"},
    {"permissions.deny", R"j(["Bash(x)"])j", nullptr, true, "refuses"},
    {"permissions.limits", R"j([{"rule":"Bash(x)","max":1,"per":"1h"}])j", nullptr, true, "refuses after a while"},
    {"permissions.additionalDirectories", R"(["/x"])", nullptr, false, "widens what is writable"},
    {"permissions.defaultMode", R"("plan")", nullptr, true, "stricter than the default"},
    {"permissions.defaultMode", R"("dontAsk")", nullptr, true, "stricter than the default"},
    {"permissions.defaultMode", R"("default")", R"("acceptEdits")", true, "stricter than the user's"},
    {"permissions.defaultMode", R"("default")", R"("plan")", false, "looser than the user's"},
    {"permissions.defaultMode", R"("dontAsk")", R"("plan")", false, "each refuses what the other lets pass"},
    {"permissions.disableBypassPermissionsMode", R"("disable")", nullptr, true, "takes a mode away"},
    {"permissions.blockReadsOutsideWorkingDirectories", "true", nullptr, true, "blocks"},
    {"permissions.blockReadsOutsideWorkingDirectories", "false", "true", false, "unblocks"},
    {"permissions.blockWritesOutsideWorkingDirectories", "true", nullptr, true, "blocks"},
    {"sandbox.enabled", "true", "false", true, "on"},
    {"sandbox.enabled", "false", nullptr, false, "off"},
    {"sandbox.enabledPlatforms", R"(["macos"])", nullptr, false, "off on all others"},
    {"sandbox.failIfUnavailable", "true", "false", true, "no run without a sandbox"},
    {"sandbox.failIfUnavailable", "false", nullptr, false, "a run without a sandbox"},
    {"sandbox.autoAllowBashIfSandboxed", "false", nullptr, true, "more questions"},
    {"sandbox.autoAllowBashIfSandboxed", "true", "false", false, "fewer questions"},
    {"sandbox.excludedCommands", R"(["x"])", nullptr, false, "out of the sandbox"},
    {"sandbox.allowUnsandboxedCommands", "false", nullptr, true, "no way out"},
    {"sandbox.allowUnsandboxedCommands", "true", "false", false, "a way out"},
    {"sandbox.filesystem.allowWrite", R"(["/x"])", nullptr, false, "widens"},
    {"sandbox.filesystem.denyWrite", R"(["/x"])", nullptr, true, "narrows"},
    {"sandbox.filesystem.denyRead", R"(["/x"])", nullptr, true, "narrows"},
    {"sandbox.filesystem.allowRead", R"(["/x"])", nullptr, false, "widens"},
    {"sandbox.network.allowedDomains", R"(["x"])", nullptr, false, "widens"},
    {"sandbox.network.deniedDomains", R"(["x"])", nullptr, true, "narrows"},
    {"sandbox.network.allowUnixSockets", R"(["/x"])", nullptr, false, "widens"},
    {"sandbox.network.allowAllUnixSockets", "true", nullptr, false, "widens"},
    {"sandbox.network.allowAllUnixSockets", "false", "true", true, "narrows"},
    {"sandbox.network.httpProxyPort", "80", nullptr, false, "someone else's proxy"},
    {"sandbox.network.socksProxyPort", "80", nullptr, false, "someone else's proxy"},
    {"sandbox.credentials.files", R"([{"path":"/k","mode":"deny"}])", nullptr, true, "hides"},
    {"sandbox.credentials.envVars", R"([{"name":"K","mode":"deny"}])", nullptr, true, "hides"},
    {"sandbox.enableWeakerNestedSandbox", "true", nullptr, false, "weaker"},
    {"sandbox.enableWeakerNestedSandbox", "false", "true", true, "stronger"},
    {"sandbox.withoutNamespaces", "true", nullptr, false, "weaker"},
    {"sandbox.withoutNamespaces", "false", "true", true, "stronger"},
    {"postern.undecidable", R"("ask")", nullptr, true, "stricter than the default"},
    {"postern.undecidable", R"("deny")", R"("ask")", true, "stricter than the user's"},
    {"postern.undecidable", R"("ask")", R"("deny")", false, "looser than the user's"},
    {"postern.execGuard", R"("strict")", nullptr, true, "stricter"},
    {"postern.execGuard", R"("off")", nullptr, false, "looser"},
    {"postern.execGuard", R"("on")", R"("strict")", false, "looser than the user's"},
    {"postern.execNewFiles", R"("deny")", nullptr, true, "stricter"},
    {"postern.execNewFiles", R"("allow")", R"("ask")", false, "looser than the user's"},
    {"postern.record.required", "true", nullptr, true, "no run without a record"},
    {"postern.record.required", "false", "true", false, "a run without a record"},
    {"postern.createGuard", R"("off")", nullptr, false, "looser"},
    {"postern.createGuard", R"("on")", R"("off")", true, "stricter than the user's"},
    {"sandbox.env.keep", R"(["K"])", nullptr, false, "shows secrets"},
    {"postern.protect", R"(["x"])", nullptr, true, "narrows"},
    {"postern.caches", R"("user")", nullptr, false, "looser: what it leaves, other projects use"},
    {"postern.caches", R"("off")", nullptr, true, "stricter"},
    {"postern.caches", R"("project")", R"("user")", true, "stricter than the user's"},
    {"postern.waive", R"([".npmrc"])", nullptr, false, "widens"},
    {"approval.hooks", R"([{"command":["/x"]}])", nullptr, false, "runs outside, and answers for a person"},
    {"approval.classifier", R"({"command":["/x"]})", nullptr, false, "likewise"},
    {"postern.limits.timeout", R"("1h")", nullptr, false, "may be longer than the user's"},
    {"postern.limits.memory", R"("1G")", nullptr, false, "may be more than the user's"},
    {"postern.limits.pids", "10", nullptr, false, "may be more than the user's"},
    {"postern.limits.fileSize", R"("1G")", nullptr, false, "may be more than the user's"},
    {"postern.network.transparent", R"("off")", nullptr, false, "programs that worked do not"},
    {"postern.network.transparentPorts", "[81]", nullptr, false, "widens"},
    {"postern.network.exposePorts", "[81]", nullptr, false, "opens the sandbox"},
    {"postern.network.hostPorts", "[81]", nullptr, false, "opens this machine"},
    {"postern.network.hiddenServerName", R"("allow")", nullptr, false, "hides the server"},
    {"postern.network.hiddenServerName", R"("deny")", R"("allow")", true, "stricter than the user's"},
    {"postern.network.maxBytes", R"("1G")", nullptr, false, "may be more than the user's"},
    {"postern.network.maxConnections", "10", nullptr, false, "may be more than the user's"},
    {"postern.limits.cpu", R"("1h")", nullptr, false, "may be longer than the user's"},
};

std::string document(std::string_view path, std::string_view value) {
    const std::size_t dot = path.find('.');
    std::string inner = dot == std::string_view::npos ? std::string(value) : document(path.substr(dot + 1), value);
    return "{\"" + std::string(path.substr(0, dot)) + "\":" + inner + '}';
}

TEST(Trust, AnUnknownFileMayOnlyTighten) {
    for (const Case& c : kCases) {
        for (const char* file : {kProject, kLocalClaude}) {
            const World world;
            if (c.user != nullptr) world.with(kUserFile, document(c.key, c.user));
            const auto before = effective(world.load().settings, WithOrigin::no);
            const Loaded untrusted = world.with(file, document(c.key, c.value)).load();
            const auto after = effective(untrusted.settings, WithOrigin::no);
            EXPECT_EQ(before != after, c.taken) << c.key << ' ' << c.value << ' ' << file << ": " << c.why;
            const Strings expected =
                c.taken ? Strings{}
                        : Strings{std::string(file) + ": ignored " + c.key +
                                  ": this file is not trusted and may only tighten; run `postern trust` to accept it"};
            EXPECT_EQ(world.warnings(untrusted), expected) << c.key << ' ' << c.value;

            const Loaded trusted = world.trusting().load();
            const bool sticky = std::string_view(c.key).starts_with("permissions.block") ||
                                std::string_view(c.key) == "postern.record.required";
            EXPECT_EQ(before != effective(trusted.settings, WithOrigin::no), c.taken || !sticky) << c.key;
            EXPECT_EQ(world.warnings(trusted), Strings{}) << c.key;
        }
    }
}

TEST(Trust, EveryKeyAProjectMaySetIsInTheTable) {
    std::set<std::string_view> tested;
    for (const Case& c : kCases) tested.insert(c.key);
    for (const Key& key : keys()) {
        const bool wanted = key.has_effect() && may_set(key.access, Scope::project);
        EXPECT_EQ(tested.contains(key.path), wanted) << key.path;
    }
}

TEST(Trust, WhatHasNoEffectIsNotTakenAndSaysSo) {
    const World world;
    const auto before = effective(world.load().settings, WithOrigin::no);
    const Loaded loaded = world.with(kProject, R"({"sandbox":{"network":{"allowLocalBinding":true}}})").load();
    EXPECT_EQ(effective(loaded.settings, WithOrigin::no), before);
    ASSERT_EQ(loaded.warnings.size(), 1U);
    EXPECT_EQ(loaded.warnings.front().weight, Weight::note);
}

TEST(Trust, SayingWhatHoldsAnywayIsNoReasonForAWarning) {
    const World world;
    world.with(kProject, R"({"permissions":{"defaultMode":"default"},
        "sandbox":{"enabled":true,"autoAllowBashIfSandboxed":true,"allowUnsandboxedCommands":true},
        "postern":{"undecidable":"allow","execGuard":"on"}})");
    EXPECT_EQ(world.warnings(world.load()), Strings{});
}

TEST(Trust, OneLineForAllThatWasIgnored) {
    const World world;
    world.with(kProject, R"j({"permissions":{"allow":["Bash(a)","Bash(b)"]},"sandbox":{"enabled":false}})j");
    EXPECT_EQ(world.warnings(world.load()).size(), 1U);
}

TEST(Trust, AChangedFileMustBeTrustedAgain) {
    const World world;
    world.with(kProject, R"j({"permissions":{"allow":["Bash(a)"]}})j").trusting();
    EXPECT_EQ(world.load().settings.permissions.allow.size(), 1U);
    world.with(kProject, R"j({"permissions":{"allow":["Bash(a)"]}} )j");  // one byte more
    EXPECT_EQ(world.load().settings.permissions.allow.size(), 0U);
    EXPECT_FALSE(world.load().settings.sources[0].trusted);
    world.trusting();
    EXPECT_EQ(world.load().settings.permissions.allow.size(), 1U);
    EXPECT_TRUE(*revoke(world.places, world.places.project));
    EXPECT_FALSE(*revoke(world.places, world.places.project));
    EXPECT_EQ(world.load().settings.permissions.allow.size(), 0U);
}

TEST(Trust, IsForOneProjectAndOneFile) {
    const World world;
    const char* const text = R"j({"permissions":{"allow":["Bash(a)"]}})j";
    world.with(kProject, text).trusting();
    world.with(kLocal, text).with("q/.postern/settings.json", text);
    EXPECT_EQ(world.load().settings.permissions.allow.size(), 1U);
    Places other = world.places;
    other.cwd = other.project = world.dir.at("q");
    other.levels = {{.directory = world.dir.at("q")}};
    EXPECT_EQ(load(other)->settings.permissions.allow.size(), 0U) << "the same bytes in another project";
    std::filesystem::remove(world.path(kProject));
    EXPECT_EQ(world.load().settings.permissions.allow.size(), 0U) << "the same bytes in another file";
}

TEST(Trust, RecordsWhatWasShownNotWhatIsThereByNow) {
    const World world;
    world.with(kProject, R"j({"permissions":{"allow":["Bash(a)"]}})j");
    const auto shown = candidates(world.places);
    ASSERT_TRUE(shown);
    ASSERT_EQ(shown->size(), 1U);
    EXPECT_EQ((*shown)[0].name, ".postern/settings.json");
    EXPECT_EQ((*shown)[0].bytes, R"j({"permissions":{"allow":["Bash(a)"]}})j");
    EXPECT_FALSE((*shown)[0].trusted);
    world.with(kProject, R"j({"permissions":{"allow":["Bash(evil)"]}})j");
    ASSERT_TRUE(trust(world.places, *shown));
    EXPECT_EQ(world.load().settings.permissions.allow.size(), 0U);
}

TEST(TrustStore, IsPrivateAndKeepsOtherProjects) {
    const World world;
    world.with(kProject, "{}").trusting();
    Places other = world.places;
    other.cwd = other.project = world.dir.at("q");
    other.levels = {{.directory = world.dir.at("q")}};
    ASSERT_TRUE(trust(other, {}));
    const auto store = TrustStore::load(world.places);
    ASSERT_TRUE(store);
    EXPECT_EQ(store->projects(),
              (TrustStore::Projects{{world.places.project, {{".postern/settings.json", content_hash("{}")}}}}));
    struct stat st {};
    ASSERT_EQ(::stat(world.path("home/.local/state/postern/trust.json").c_str(), &st), 0);
    EXPECT_EQ(st.st_mode & 07777, 0600U);
    ASSERT_EQ(::stat(world.path("home/.local/state/postern").c_str(), &st), 0);
    EXPECT_EQ(st.st_mode & 07777, 0700U);
}

TEST(TrustStore, InDoubtNothingIsTrusted) {
    const char* const kStore = "home/.local/state/postern/trust.json";
    struct Damage {
        const char* text;  // null: the good one
        mode_t file, directory;
        const char* why;
    };
    const Damage cases[] = {
        {"", 0600, 0700, "empty"},
        {"{", 0600, 0700, "cut short"},
        {"[]", 0600, 0700, "another shape"},
        {R"({"version":2,"projects":{}})", 0600, 0700, "from the future"},
        {R"({"version":1,"projects":{},"more":1})", 0600, 0700, "unknown member"},
        {R"({"version":1,"projects":{"p":{}}})", 0600, 0700, "relative project"},
        {R"({"version":1,"projects":{"/p":{"f":"short"}}})", 0600, 0700, "not a hash"},
        {R"({"version":1,"version":1,"projects":{}})", 0600, 0700, "duplicate key"},
        {nullptr, 0620, 0700, "group may write"},
        {nullptr, 0602, 0700, "others may write"},
        {nullptr, 0600, 0770, "others may replace it"},
    };
    for (const Damage& c : cases) {
        const World world;
        world.with(kProject, R"j({"permissions":{"allow":["Bash(a)"],"deny":["Bash(b)"]}})j").trusting();
        if (c.text != nullptr) world.with(kStore, c.text);
        world.dir.chmod(kStore, c.file);
        world.dir.chmod("home/.local/state/postern", c.directory);
        const Loaded loaded = world.load();
        EXPECT_EQ(loaded.settings.permissions.allow.size(), 0U) << c.why;
        EXPECT_EQ(loaded.settings.permissions.deny.size(), 1U) << c.why;
        ASSERT_EQ(loaded.warnings.size(), 2U) << c.why;
        EXPECT_TRUE(loaded.warnings[0].what.ends_with("; no project settings are trusted")) << c.why;
        EXPECT_FALSE(trust(world.places, {})) << c.why << ": not overwritten";
    }
}

TEST(TrustStore, ReadsWhatEarlierReleasesWrote) {
    const World world;
    world.with(kProject, "{}");
    world.with("home/.local/state/postern/trust.json",
               "{\n  \"projects\": {\n    \"/p\": {\n      \".postern/settings.json\": \"" + content_hash("{}") +
                   "\"\n    }\n  },\n  \"version\": 1\n}\n");
    world.dir.chmod("home/.local/state/postern/trust.json", 0600);
    world.dir.chmod("home/.local/state/postern", 0700);
    const auto store = TrustStore::load(world.places);
    ASSERT_TRUE(store) << store.error().what;
    EXPECT_TRUE(store->is_trusted(*AbsPath::parse("/p"), ".postern/settings.json", content_hash("{}")));
}

}  // namespace
}  // namespace postern::settings
