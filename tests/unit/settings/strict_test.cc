// Tests which settings are refused, which are only warned about, and which place the message names.
#include "world.h"

namespace postern::settings {
namespace {

struct Refused {
    const char* file;
    const char* text;
    const char* error;  // after "file"
    const char* why;
};

TEST(Strict, RefusesWithFileAndPointer) {
    const Refused cases[] = {
        // our own files
        {kUserFile, R"({"permisions":{}})", "#/permisions: unknown key \"permisions\"; did you mean \"permissions\"?",
         "top level"},
        {kUserFile, R"({"permissions":{"alow":[]}})",
         "#/permissions/alow: unknown key \"alow\"; did you mean \"allow\"?", "group"},
        {kUserFile, R"({"sandbox":{"network":{"allowedDomain":[]}}})",
         "#/sandbox/network/allowedDomain: unknown key \"allowedDomain\"; did you mean \"allowedDomains\"?", "nested"},
        {kUserFile, R"({"hooks":{}})",
         "#/hooks: unknown key \"hooks\"; known are permissions, sandbox, postern, approval, allowManagedPermissionRulesOnly",
         "nothing near"},
        {kUserFile, R"({"sandbox.enabled":false})",
         "#/sandbox.enabled: unknown key \"sandbox.enabled\"; known are permissions, "
         "sandbox, postern, approval, allowManagedPermissionRulesOnly",
         "a dot is not a path"},
        {kUserFile, R"({"sandbox":{"":1}})",
         "#/sandbox/: unknown key \"\"; known are enabled, enabledPlatforms, failIfUnavailable, "
         "autoAllowBashIfSandboxed, excludedCommands, allowUnsandboxedCommands, ignoreViolations, "
         "enableWeakerNestedSandbox, withoutNamespaces, "
         "allowNestedUserNamespaces, enableWeakerNetworkIsolation, allowAppleEvents, ripgrep, bwrapPath, socatPath, "
         "env, filesystem, "
         "network, credentials",
         "empty name"},
        {kUserFile, R"({"sandbox":{"enabledPlatforms":["linux","Linuks"]}})",
         "#/sandbox/enabledPlatforms/1: unknown platform \"Linuks\"; did you mean \"linux\"?", "nearest platform"},
        {kUserFile, R"({"sandbox":{"enabledPlatforms":["windows"]}})",
         "#/sandbox/enabledPlatforms/0: unknown platform \"windows\"; known are linux, wsl, macos", "no platform near"},
        {kUserFile, R"({"sandbox":{"enabledPlatforms":"linux"}})",
         "#/sandbox/enabledPlatforms: expected a list, found a string", "not a list"},
        {"home/.claude/settings.json", R"({"sandbox":{"enabledPlatforms":["macos","Linux!"]}})",
         "#/sandbox/enabledPlatforms/1: unknown platform \"Linux!\"; did you mean \"linux\"?",
         "dropping it would switch the sandbox off there"},
        {kUserFile, R"({"sandbox":{"enabled":"yes"}})", "#/sandbox/enabled: expected true or false, found a string",
         "type"},
        {kUserFile, R"({"sandbox":{"enabled":null}})", "#/sandbox/enabled: expected true or false, found null", "null"},
        {kUserFile, R"({"sandbox":true})", "#/sandbox: expected an object, found true or false", "group type"},
        {kUserFile, R"([])", "#: expected an object, found a list", "root type"},
        {kUserFile, R"({"permissions":{"deny":"Bash"}})", "#/permissions/deny: expected a list, found a string",
         "list type"},
        {kUserFile, R"({"permissions":{"deny":["a",1]}})",
         "#/permissions/deny/1: expected a rule: a string, or an object with \"rule\", found a whole number",
         "rule type"},
        {kUserFile, R"({"permissions":{"allow":[""]}})", "#/permissions/allow/0: empty rule", "rule text"},
        {kUserFile, R"({"permissions":{"allow":[{"reason":"r"}]}})", "#/permissions/allow/0: \"rule\" is missing",
         "rule object"},
        {kUserFile, R"({"permissions":{"allow":[{"rule":"Bash","reson":"r"}]}})",
         "#/permissions/allow/0/reson: unknown key \"reson\"; did you mean \"reason\"?", "rule member"},
        {kUserFile, R"({"permissions":{"allow":[{"rule":"Bash","match":["x",2]}]}})",
         "#/permissions/allow/0/match/1: expected a string, found a whole number", "example"},
        {kUserFile, R"({"permissions":{"defaultMode":"Plan"}})",
         "#/permissions/defaultMode: unknown value \"Plan\"; did you mean \"plan\"?", "choice"},
        {kUserFile, R"({"permissions":{"defaultMode":"auto"}})",
         "#/permissions/defaultMode: unknown value \"auto\"; known are default, acceptEdits, plan, dontAsk, "
         "bypassPermissions, manual",
         "a mode of another program"},
        {kUserFile, R"({"permissions":{"disableBypassPermissionsMode":true}})",
         "#/permissions/disableBypassPermissionsMode: expected a string, found true or false", "disable"},
        {kUserFile, R"({"sandbox":{"network":{"httpProxyPort":65536}}})",
         "#/sandbox/network/httpProxyPort: not a port (1 to 65535)", "port"},
        {kUserFile, R"({"sandbox":{"network":{"httpProxyPort":18446744073709551615}}})",
         "#/sandbox/network/httpProxyPort: number out of range", "large"},
        {kUserFile, R"({"sandbox":{"network":{"httpProxyPort":1.0}}})",
         "#/sandbox/network/httpProxyPort: expected a whole number, found a number with a fraction", "fraction"},
        {kUserFile, R"({"sandbox":{"filesystem":{"denyRead":["~bob/x"]}}})",
         "#/sandbox/filesystem/denyRead/0: ~name is not supported; write the path out", "another home"},
        {kUserFile, R"({"sandbox":{"credentials":{"files":[{"path":"/k"}]}}})",
         "#/sandbox/credentials/files/0: \"mode\" is missing", "credential"},
        {kUserFile, R"({"sandbox":{"credentials":{"envVars":[{"name":"K","mode":"hide"}]}}})",
         "#/sandbox/credentials/envVars/0/mode: expected \"deny\" or \"mask\"", "credential mode"},
        {kUserFile, R"({"sandbox":{"credentials":{"files":[{"path":"/k","mode":"mask","decod":1}]}}})",
         "#/sandbox/credentials/files/0/decod: unknown key \"decod\"; did you mean \"decode\"?", "credential member"},
        {kUserFile, R"({"sandbox":{"ripgrep":"rg"}})", "#/sandbox/ripgrep: expected an object, found a string",
         "object"},
        {kUserFile, R"({"a":1,"a":2})", "#/a: duplicate key \"a\"", "duplicate"},
        {kUserFile, "{\n  \"sandbox\": }",
         ":2:14: syntax error while parsing value - unexpected '}'; expected '[', '{', or a "
         "literal",
         "syntax"},
        {kManaged, R"({"sandbox":{"bwrapPath":"bwrap"}})", "#/sandbox/bwrapPath: not an absolute path", "absolute"},
        {kManaged, R"({"postern":{"readClaudeSettings":0}})",
         "#/postern/readClaudeSettings: expected true or false, found a whole number",
         "checked although looked at early"},
        // scopes
        {kUserFile, R"({"sandbox":{"bwrapPath":"/b"}})", "#/sandbox/bwrapPath: only managed settings may set this",
         "M"},
        {kUserFile, R"({"allowManagedPermissionRulesOnly":true})",
         "#/allowManagedPermissionRulesOnly: only managed settings may set this", "M"},
        {kProject, R"({"permissions":{"denyInsteadOfPrompting":true}})",
         "#/permissions/denyInsteadOfPrompting: project and local settings may not set this", "U"},
        {kLocal, R"({"postern":{"readClaudeSettings":false}})",
         "#/postern/readClaudeSettings: project and local settings may not set this", "U"},
        {kProject, R"({"sandbox":{"credentials":{"files":[{"path":"/k","mode":"mask"}]}}})",
         "#/sandbox/credentials/files/0: project and local settings may not set this", "mask is U, deny is A"},
        // mistakes in an untrusted project are errors too, because settings that cannot be read may not be harmless
        {kProject, R"({"permissions":{"allow":[1]}})",
         "#/permissions/allow/0: expected a rule: a string, or an object with \"rule\", found a whole number",
         "untrusted"},
        // Claude Code's files
        {kUserClaude, "{",
         ":1:2: syntax error while parsing object key - unexpected end of input; expected string literal", "malformed"},
        {kUserClaude, "// c\n{}", ":1:1: syntax error while parsing value - invalid literal; last read: '/'",
         "no comments"},
        {kUserClaude, R"({"model":"x",})",
         ":1:14: syntax error while parsing object key - unexpected '}'; expected string literal", "no trailing comma"},
        {kUserClaude, R"({"env":{"A":"1","A":"2"}})", "#/env/A: duplicate key \"A\"", "also in what is not read"},
        {kUserClaude, R"({"permissions":[]})", "#/permissions: expected an object, found a list", "type"},
        {kUserClaude, R"({"permissions":{"deny":[1]}})",
         "#/permissions/deny/0: expected a rule string, found a whole number", "a dropped deny is an open door"},
        {kUserClaude, R"({"permissions":{"ask":[{"rule":"Bash"}]}})",
         "#/permissions/ask/0: expected a rule string, found an object", "the longer form is ours"},
        {kUserClaude, R"({"sandbox":{"filesystem":{"denyRead":[1]}}})",
         "#/sandbox/filesystem/denyRead/0: expected a string, found a whole number", "a denial"},
        {kUserClaude, R"({"postern":{"undecided":"ask"}})",
         "#/postern/undecided: unknown key \"undecided\"; did you mean \"undecidable\"?", "our key, our strictness"},
        {kUserClaude, R"({"postern":{"readClaudeSettings":false}})",
         "#/postern/readClaudeSettings: belongs in Postern's own settings", "a file that says not to read it"},
    };
    for (const Refused& c : cases) {
        const World world;
        EXPECT_EQ(world.with(c.file, c.text).error(), std::string(c.file) + c.error) << c.why;
    }
}

TEST(Strict, RefusesBytesThatAreNotText) {
    using namespace std::string_literals;
    const World world;
    EXPECT_EQ(world.with(kUserFile, "{}\0"s).error(), std::string(kUserFile) + ":1:3: NUL byte");
    EXPECT_EQ(world.with(kUserFile, "{\"\xff\":1}").error(), std::string(kUserFile) + ":1:3: not UTF-8");
    EXPECT_EQ(world.with(kUserFile, std::string((1 << 20) + 1, ' ')).error(),
              std::string(kUserFile) + ": larger than 1048576 bytes");
    std::filesystem::remove(world.path(kUserFile));
    std::filesystem::create_directory(world.path(kUserFile));
    EXPECT_EQ(world.error(), std::string(kUserFile) + ": not a regular file");
}

struct Warned {
    const char* file;
    const char* text;
    Strings warnings;  // after "file"
    const char* why;
};

TEST(Strict, OnlyWarnsAboutWhatIsSafeToIgnore) {
    const Warned cases[] = {
        {kUserFile,
         "{ // comment\n \"$schema\": \"x\", \"permissions\": {\"allow\": [\"Bash(a)\",], },\n}",
         {},
         "our dialect"},
        {kUserClaude, R"({"$schema":"x","model":"y","hooks":{"deep":[{}]},"permission":{}})", {}, "not ours to judge"},
        {kUserClaude,
         R"({"permissions":{"alow":[]}})",
         {"#/permissions/alow: unknown key \"alow\"; did you mean \"allow\"? (ignored)"},
         "unknown key"},
        {kUserClaude,
         R"({"sandbox":{"network":{"mitmProxy":{}}}})",
         {"#/sandbox/network/mitmProxy: unknown key \"mitmProxy\"; known are allowedDomains, deniedDomains, "
          "strictAllowlist, "
          "allowManagedDomainsOnly, allowUnixSockets, allowAllUnixSockets, allowLocalBinding, allowMachLookup, "
          "httpProxyPort, "
          "socksProxyPort, tlsTerminate (ignored)"},
         "nested"},
        {kUserClaude,
         R"j({"permissions":{"allow":["Bash(a)",2,""]}})j",
         {"#/permissions/allow/1: expected a rule string, found a whole number (ignored)",
          "#/permissions/allow/2: empty rule (ignored)"},
         "could only have allowed"},
        {kUserClaude,
         R"({"sandbox":{"bwrapPath":"/b"}})",
         {"#/sandbox/bwrapPath: only managed settings may set this (ignored)"},
         "M"},
        {kProjectClaude,
         R"({"sandbox":{"filesystem":{"disabled":true}}})",
         {"#/sandbox/filesystem/disabled: project and local settings may not set this (ignored)"},
         "U"},
        {kProjectClaude,
         R"({"sandbox":{"credentials":{"files":[{"path":"/k","mode":"mask"}]}}})",
         {"#/sandbox/credentials/files/0: project and local settings may not set this (ignored)"},
         "mask"},
        {kUserClaude,
         R"({"permissions":{"defaultMode":"auto"}})",
         {"#/permissions/defaultMode: mode \"auto\" is treated as \"default\""},
         "no judge of ours"},
        {kProjectClaude,
         R"({"permissions":{"defaultMode":"auto"}})",
         {"#/permissions/defaultMode: mode \"auto\" is not taken from project and local settings (ignored)"},
         "nor of theirs"},
    };
    for (const Warned& c : cases) {
        const World world;
        Strings expected;
        for (const std::string& w : c.warnings) expected.push_back(c.file + w);
        EXPECT_EQ(world.warnings(world.with(c.file, c.text).load()), expected) << c.why;
    }
}

}  // namespace
}  // namespace postern::settings
