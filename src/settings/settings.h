// The settings in force, as one typed value: what the layers above read. Every value remembers the file and the JSON
// pointer it came from. Only load.h makes one from files; a default-constructed Settings means "no settings at all".
// Rule strings are carried here as text; src/policy gives them meaning.
#pragma once

#include "base/abs_path.h"
#include "settings/origin.h"

#include <cstdint>
#include <string>
#include <vector>

namespace postern::settings {

struct RuleEntry {
    std::string text;                           // "Bash(rm:*)"
    std::string reason;                         // shown when the rule decides; may be empty
    std::vector<std::string> match, not_match;  // examples, checked when the policy is compiled
    bool interactive = false;                   // only a person may answer it, and nothing is remembered
    Origin origin;
    bool operator==(const RuleEntry&) const = default;
};
using Rules = std::vector<RuleEntry>;

enum class Mode { default_, accept_edits, plan, dont_ask, bypass_permissions };
enum class Disable { disable };
enum class Caution { allow, ask, deny };       // later is stricter
enum class ExecGuardMode { off, on, strict };  // later is stricter
enum class Permit { allow, deny };             // later is stricter
enum class Toggle { off, on };                 // later is stricter
enum class Caches { user, project, off };      // later is stricter
enum class CredentialMode { deny, mask };

// So many times in a while, then a person is to look at it.
struct LimitEntry {
    std::string rule;      // "Bash(docker restart *)"
    std::int64_t max = 0;  // times
    std::string per;       // "4h": see quantity.h
    std::string key;       // "{3}": counted apart for each value of these words; empty: all together
    Origin origin;
    bool operator==(const LimitEntry&) const = default;
};
using LimitEntries = std::vector<LimitEntry>;

// A program of the user's that answers questions, outside the sandbox.
struct HookEntry {
    std::vector<std::string> command;  // program and arguments
    std::string timeout;               // "5s"; empty: the default
    Origin origin;
    bool operator==(const HookEntry&) const = default;
};
using HookEntries = std::vector<HookEntry>;

// What tells safe commands without a question.
struct Classifier {
    enum class Kind { builtin, off, command };
    Kind kind = Kind::builtin;
    std::vector<std::string> command{};  // of Kind::command
    std::string timeout{};               // as that of a hook
    bool operator==(const Classifier&) const = default;
};

enum class ExecHost { here, sandbox };              // later is stricter
enum class ExecSecurity { full, allowlist, deny };  // later is stricter
enum class ExecAsk { off, on_miss, always };

struct Permissions {
    Rules allow, ask, deny;
    LimitEntries limits;
    List additional_directories;
    Optional<Mode> default_mode;
    Optional<Disable> disable_bypass_permissions_mode;
    Optional<bool> block_reads_outside_working_directories, block_writes_outside_working_directories;
    Optional<bool> deny_instead_of_prompting;
    bool operator==(const Permissions&) const = default;
};

struct Credential {
    std::string subject;  // a path, or the name of an environment variable
    CredentialMode mode = CredentialMode::deny;
    std::string options;  // the other members of a `mask` entry, as JSON text; "{}" if none
    Origin origin;
    bool operator==(const Credential&) const = default;
};
using Credentials = std::vector<Credential>;

struct Sandbox {
    Optional<bool> enabled, fail_if_unavailable, auto_allow_bash_if_sandboxed, allow_unsandboxed_commands;
    List enabled_platforms, excluded_commands;
    struct Filesystem {
        List allow_write, deny_write, deny_read, allow_read;
        Optional<bool> allow_managed_read_paths_only, disabled;
        bool operator==(const Filesystem&) const = default;
    } filesystem;
    struct Network {
        List allowed_domains, denied_domains;
        Optional<bool> strict_allowlist, allow_managed_domains_only;
        List allow_unix_sockets;
        Optional<bool> allow_all_unix_sockets;
        Optional<std::int64_t> http_proxy_port, socks_proxy_port;
        bool operator==(const Network&) const = default;
    } network;
    Credentials credential_files, credential_env_vars;
    Optional<bool> enable_weaker_nested_sandbox, without_namespaces, allow_nested_user_namespaces;
    Optional<std::string> bwrap_path;
    List env_keep;
    bool operator==(const Sandbox&) const = default;
};

struct PosternSettings {  // the "postern" object
    Optional<bool> read_claude_settings;
    Optional<Caution> undecidable;
    Optional<ExecGuardMode> exec_guard;
    Optional<Permit> ask_fallback;
    Optional<Caution> exec_new_files;
    Optional<Toggle> create_guard;
    Optional<Caches> caches;
    List protect, waive;  // names of protected paths
    Optional<bool> forbid_waiving;
    Rules never_allowed;      // added to the built-in list
    List lift_never_allowed;  // names of entries of the built-in list
    struct Limits {
        Optional<std::string> timeout, memory, file_size, cpu;  // "30s", "2G": see quantity.h
        Optional<std::int64_t> pids;
        bool operator==(const Limits&) const = default;
    } limits;
    struct Network {
        Optional<Toggle> transparent;
        Ports transparent_ports, expose_ports, host_ports;
        Optional<Permit> hidden_server_name;
        Optional<std::string> max_bytes;  // "1G"
        Optional<std::int64_t> max_connections;
        Optional<std::string> parent_proxy;  // a URL, "environment" or "none"
        List no_proxy;
        bool operator==(const Network&) const = default;
    } network;
    struct Record {
        Optional<bool> enabled, required;
        Optional<std::string> anchors;
        bool operator==(const Record&) const = default;
    } record;
    bool operator==(const PosternSettings&) const = default;
};

struct ApprovalSettings {  // the "approval" object
    HookEntries hooks;
    Optional<Classifier> classifier;
    Optional<std::string> deadline;
    Optional<std::int64_t> denials_consecutive, denials_total;
    bool operator==(const ApprovalSettings&) const = default;
};

struct ExecSettings {  // the "exec" object
    Optional<ExecHost> host;
    Optional<ExecSecurity> security;
    Optional<ExecAsk> ask;
    bool operator==(const ExecSettings&) const = default;
};

struct Settings {
    std::vector<Source> sources;  // weakest first
    AbsPath project = AbsPath::root(), home = AbsPath::root();
    Permissions permissions;
    Sandbox sandbox;
    PosternSettings postern;
    ApprovalSettings approval;
    ExecSettings exec;
    Optional<bool> allow_managed_permission_rules_only;  // its effect is already applied to the rule lists
    bool operator==(const Settings&) const = default;
};

std::string render(const Settings&, const Origin&);  // "/p/.postern/settings.json#/permissions/deny/0"

}  // namespace postern::settings
