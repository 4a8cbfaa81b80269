// Tests of the output made from the table of keys: the schema and the reference in the tree, and the values in force.
#include "settings/describe.h"

#include "settings/defaults.h"
#include "settings/effective.h"
#include "settings/schema.h"
#include "world.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

namespace postern::settings {
namespace {

using Json = nlohmann::ordered_json;

const std::string kTree = POSTERN_SOURCE_ROOT;

std::string slurp(const std::string& path) {
    std::ostringstream out;
    out << std::ifstream(path, std::ios::binary).rdbuf();
    return out.str();
}

// Compares a file of the tree with the expected text, or writes it if POSTERN_ACCEPT=1.
void check_generated(const std::string& path, const std::string& expected) {
    if (std::getenv("POSTERN_ACCEPT") != nullptr) std::ofstream(path, std::ios::binary) << expected;
    EXPECT_EQ(slurp(path), expected) << "run this test with POSTERN_ACCEPT=1 to write " << path;
}

TEST(Describe, TheSchemaInTheTreeIsCurrent) {
    check_generated(kTree + "/profiles/settings.schema.json", json_schema().dump(2) + '\n');
}

TEST(Describe, TheReferenceInTheManualIsCurrent) {
    const std::string path = kTree + "/docs/settings.md";
    const std::string begin = "<!-- begin: printed from src/settings/schema.cc -->\n";
    const std::string end = "<!-- end -->\n";
    const std::string text = slurp(path);
    const std::size_t from = text.find(begin);
    const std::size_t to = text.find(end);
    ASSERT_TRUE(from != std::string::npos && to != std::string::npos);
    check_generated(path, text.substr(0, from + begin.size()) + reference_markdown() + text.substr(to));
}

TEST(Describe, TheTableIsInOrder) {
    for (const Key& key : keys()) {
        EXPECT_EQ(find_key(key.path), &key) << key.path << " stands there twice";
        EXPECT_FALSE(is_group(key.path)) << key.path;
        EXPECT_FALSE(key.meaning.empty()) << key.path;
        EXPECT_FALSE(Json::parse(key.fallback, nullptr, false).is_discarded()) << key.path;
    }
}

TEST(Effective, DefaultsAgreeWithTheCode) {
    const Settings none;
    const Json all = effective(none, WithOrigin::no);
    EXPECT_EQ(all["sandbox"]["enabled"], sandbox_enabled(none));
    EXPECT_EQ(all["sandbox"]["autoAllowBashIfSandboxed"], auto_allow_bash_if_sandboxed(none));
    EXPECT_EQ(all["sandbox"]["allowUnsandboxedCommands"], allow_unsandboxed_commands(none));
    EXPECT_EQ(all["sandbox"]["failIfUnavailable"], fail_if_unavailable(none));
    EXPECT_EQ(all["permissions"]["blockReadsOutsideWorkingDirectories"], block_reads_outside_working_directories(none));
    EXPECT_EQ(all["permissions"]["blockWritesOutsideWorkingDirectories"],
              block_writes_outside_working_directories(none));
    EXPECT_EQ(all["permissions"]["denyInsteadOfPrompting"], deny_instead_of_prompting(none));
    EXPECT_EQ(all["permissions"]["defaultMode"], "default");
    EXPECT_EQ(mode(none), Mode::default_);
    EXPECT_EQ(all["postern"]["undecidable"], "allow");
    EXPECT_EQ(undecidable(none), Caution::allow);
    EXPECT_EQ(all["postern"]["execGuard"], "on");
    EXPECT_EQ(exec_guard(none), ExecGuardMode::on);
    EXPECT_EQ(all["postern"]["execNewFiles"], "allow");
    EXPECT_EQ(exec_new_files(none), Caution::allow);
    EXPECT_EQ(all["postern"]["askFallback"], "deny");
    EXPECT_EQ(ask_fallback(none), Permit::deny);
    EXPECT_EQ(all["postern"]["createGuard"], "on");
    EXPECT_EQ(create_guard(none), Toggle::on);
    EXPECT_EQ(all["postern"]["network"]["transparent"], "on");
    EXPECT_EQ(transparent(none), Toggle::on);
    EXPECT_EQ(all["postern"]["network"]["hiddenServerName"], "deny");
    EXPECT_EQ(hidden_server_name(none), Permit::deny);
    EXPECT_EQ(all["approval"]["denials"]["consecutive"], denials_consecutive(none));
    EXPECT_EQ(all["approval"]["denials"]["total"], denials_total(none));
    EXPECT_EQ(all["approval"]["classifier"], "builtin");
    EXPECT_EQ(Classifier{}.kind, Classifier::Kind::builtin);
    EXPECT_TRUE(all["approval"]["deadline"].is_null());
    EXPECT_FALSE(approval_deadline(none));
}

// Reads and prints a document with every key that has an effect, which must not change.
const char* const kEverything = R"j({
  "permissions": {"allow": ["Bash(a)"], "ask": [{"rule": "Bash(b)", "reason": "r", "match": ["b"], "notMatch": ["c"], "interactive": true}],
    "deny": ["Bash(c)"],
    "limits": [{"rule": "Bash(d)", "max": 2, "per": "4h", "key": "{2}"}], "additionalDirectories": ["/d"], "defaultMode": "acceptEdits",
    "disableBypassPermissionsMode": "disable",
    "blockReadsOutsideWorkingDirectories": true, "blockWritesOutsideWorkingDirectories": true,
    "denyInsteadOfPrompting": true},
  "sandbox": {"enabled": false, "enabledPlatforms": ["wsl"], "failIfUnavailable": false,
    "autoAllowBashIfSandboxed": false, "excludedCommands": ["docker:*"], "allowUnsandboxedCommands": false,
    "enableWeakerNestedSandbox": true, "withoutNamespaces": true, "allowNestedUserNamespaces": true, "bwrapPath": "/b",
    "env": {"keep": ["K_*"]},
    "filesystem": {"allowWrite": ["/w"], "denyWrite": ["/v"], "denyRead": ["/r"], "allowRead": ["/q"],
      "allowManagedReadPathsOnly": true, "disabled": true},
    "network": {"allowedDomains": ["a"], "deniedDomains": ["b"], "strictAllowlist": true,
      "allowManagedDomainsOnly": true, "allowUnixSockets": ["/u"], "allowAllUnixSockets": true,
      "httpProxyPort": 1, "socksProxyPort": 65535},
    "credentials": {"files": [{"path": "/k", "mode": "mask", "decode": "jwt"}],
      "envVars": [{"name": "K", "mode": "deny"}]}},
  "postern": {"readClaudeSettings": false, "undecidable": "deny", "execGuard": "strict", "execNewFiles": "ask",
    "askFallback": "allow", "createGuard": "off", "protect": ["p"], "waive": [".npmrc"], "caches": "user",
    "forbidWaiving": true, "neverAllowed": ["Bash(n)"], "liftNeverAllowed": ["become-root"],
    "limits": {"timeout": "5m", "memory": "1G", "pids": 5, "fileSize": "1M", "cpu": "10s"},
    "network": {"transparent": "off", "transparentPorts": [81], "exposePorts": [3000, 3001], "hostPorts": [5432],
      "hiddenServerName": "allow", "maxBytes": "1G", "maxConnections": 7, "parentProxy": "http://p:3128", "noProxy": ["n"]},
    "record": {"enabled": false, "required": true, "anchors": "none"}},
  "approval": {"hooks": [{"command": ["/h", "x"], "timeout": "5s"}, {"command": ["/i"]}],
    "classifier": {"command": ["/c"], "timeout": "1s"}, "deadline": "5m", "denials": {"consecutive": 4, "total": 21}},
  "allowManagedPermissionRulesOnly": true
})j";

Json::json_pointer pointer_of(const Key& key) {
    std::string pointer = "/" + std::string(key.path);
    std::ranges::replace(pointer, '.', '/');
    return Json::json_pointer(pointer);
}

TEST(Effective, EveryKeyIsReadAndPrinted) {
    const World world;
    const Loaded loaded = world.with(kManaged, kEverything).load();
    EXPECT_EQ(effective(loaded.settings, WithOrigin::no), Json::parse(kEverything));
    EXPECT_EQ(world.warnings(loaded), Strings{});
    const Json none = effective(Settings{}, WithOrigin::no);
    const Json all = effective(loaded.settings, WithOrigin::no);
    for (const Key& key : keys()) {
        if (!key.has_effect()) continue;
        const Json::json_pointer at = pointer_of(key);
        EXPECT_NE(none.at(at), all.at(at)) << key.path << " is not in the document above";
    }
}

// What other tools know and we have no use for: read without a complaint, said to be without effect, and not shown as
// if it were in force.
const char* const kWithoutEffect = R"j({
  "permissions": {"disableAutoMode": "disable", "blockReadsExemptPaths": ["/x"], "workingDirectoriesAsGiven": ["/x"]},
  "sandbox": {"ignoreViolations": {"*": ["x"]}, "enableWeakerNetworkIsolation": true, "allowAppleEvents": true,
    "ripgrep": {"command": "rg"}, "socatPath": "/s",
    "network": {"allowLocalBinding": true, "allowMachLookup": ["m"], "tlsTerminate": {}},
    "credentials": {"allowPlaintextInject": true, "awsPairs": [{}], "sigv4": {}}}
})j";

TEST(Effective, WhatHasNoEffectIsAcceptedAndSaysSo) {
    const World world;
    const Loaded loaded = world.with(kManaged, kWithoutEffect).load();
    EXPECT_EQ(loaded.warnings.size(), without_effect().size()) << "each says that it does nothing";
    for (const Warning& w : loaded.warnings) EXPECT_EQ(w.weight, Weight::note) << w.where;
    EXPECT_EQ(effective(loaded.settings, WithOrigin::no), effective(Settings{}, WithOrigin::no));
    const Json document = Json::parse(kWithoutEffect);
    const Json said = without_effect();
    for (const Key& key : keys()) {
        EXPECT_EQ(said.contains(key.path), !key.has_effect()) << key.path;
        EXPECT_EQ(description(key).starts_with("Accepted, without effect. "), !key.has_effect()) << key.path;
        EXPECT_EQ(document.contains(pointer_of(key)), !key.has_effect()) << key.path << ": see the document above";
    }
}

// A member of Settings that nothing reads would be a promise without anybody to keep it.
TEST(Schema, EveryMemberIsReadBySomething) {
    std::string readers;
    for (const auto& file : std::filesystem::recursive_directory_iterator(kTree + "/src")) {
        const std::string name = file.path().filename().string();
        if (name == "schema.cc" || name == "settings.h" || !file.is_regular_file()) continue;
        readers += slurp(file.path().string());
    }
    const std::string table = slurp(kTree + "/src/settings/schema.cc");
    const std::regex member(R"(&\w+::(\w+)>)");
    std::size_t members = 0;
    for (std::sregex_iterator at(table.begin(), table.end(), member), end; at != end; ++at, ++members) {
        const std::string name = (*at)[1].str();
        if (name == "read_claude_settings") continue;  // read from the documents, before they are merged
        EXPECT_TRUE(std::regex_search(readers, std::regex("[.>]" + name + "\\b"))) << name;
    }
    EXPECT_GT(members, 50U) << "the table is written in another way";
}

TEST(Effective, HidesTheLoginOfAProxy) {
    for (const char* const login : {"u:p%40ss", "u:p@ss", "token"}) {
        const World world;
        const std::string url = "http://" + std::string(login) + "@proxy.corp:3128";
        world.with(kUserFile, R"({"postern":{"network":{"parentProxy":")" + url + R"("}}})");
        const Json shown = effective(world.load().settings, WithOrigin::no);
        EXPECT_EQ(shown.at("/postern/network/parentProxy"_json_pointer), "http://***@proxy.corp:3128") << login;
    }
}

TEST(Effective, NamesTheOrigin) {
    const World world;
    world.with(kUserFile, R"j({"permissions":{"deny":["Bash(x)"]},"sandbox":{"enabled":true}})j");
    const Json all = effective(world.load().settings, WithOrigin::yes);
    EXPECT_EQ(all["sandbox"]["enabled"],
              (Json{{"value", true}, {"origin", world.path(kUserFile) + "#/sandbox/enabled"}}));
    EXPECT_EQ(all["permissions"]["deny"],
              Json::array({{{"value", "Bash(x)"}, {"origin", world.path(kUserFile) + "#/permissions/deny/0"}}}));
    EXPECT_EQ(all["postern"]["execGuard"], (Json{{"value", "on"}, {"origin", nullptr}}));
}

}  // namespace
}  // namespace postern::settings
