#include "settings/schema.h"

#include <algorithm>

namespace postern::settings {
namespace {

// The member at the end of a chain of members: at<&Settings::sandbox, &Sandbox::enabled>.
template <auto... Members>
auto& at(Settings& settings) {
    return (settings.*....*Members);
}

constexpr auto kPermissions = &Settings::permissions;
constexpr auto kSandbox = &Settings::sandbox;
constexpr auto kFiles = &Sandbox::filesystem;
constexpr auto kNetwork = &Sandbox::network;
constexpr auto kOwn = &Settings::postern;
using Filesystem = Sandbox::Filesystem;
using Network = Sandbox::Network;
constexpr auto kLimits = &PosternSettings::limits;
using OwnLimits = PosternSettings::Limits;
constexpr auto kApproval = &Settings::approval;
constexpr auto kOwnNetwork = &PosternSettings::network;
using OwnNetwork = PosternSettings::Network;
constexpr auto kOwnRecord = &PosternSettings::record;
using OwnRecord = PosternSettings::Record;

// clang-format off
// In the order in which they are printed; members of one group stand together.
constexpr auto kKeys = std::to_array<Key>({
    {"permissions.allow", at<kPermissions, &Permissions::allow>, Access::any, Tightens::never, "[]",
     "Rules that let a tool call pass without a question."},
    {"permissions.ask", at<kPermissions, &Permissions::ask>, Access::any, Tightens::always, "[]",
     "Rules that ask first, in every mode. One with `\"interactive\": true` asks a person, and nobody else may answer."},
    {"permissions.deny", at<kPermissions, &Permissions::deny>, Access::any, Tightens::always, "[]",
     "Rules that refuse, in every mode. A denial from any scope counts and no allow rule lifts it."},
    {"permissions.limits", at<kPermissions, &Permissions::limits>, Access::any, Tightens::always, "[]",
     "How often a command may run, over all runs: `{\"rule\": \"Bash(docker restart *)\", \"max\": 2, \"per\": "
     "\"4h\", \"key\": \"{3}\"}`. Beyond that it is refused until a person has had time to look. `key` names the words "
     "that tell one resource from another, options not counted; without it all count together."},
    {"permissions.additionalDirectories", at<kPermissions, &Permissions::additional_directories>,
     Access::any, Tightens::never, "[]", "Further working directories, writable like the one the command starts in.",
     Content::path},
    {"permissions.defaultMode", at<kPermissions, &Permissions::default_mode>, Access::any, Tightens::when_stricter,
     R"("default")", "What happens to a call that no rule decides. Project and local files cannot choose `acceptEdits` or "
     "`bypassPermissions`, trusted or not."},
    {"permissions.disableBypassPermissionsMode", at<kPermissions, &Permissions::disable_bypass_permissions_mode>,
     Access::any, Tightens::always, "null", "Refuses the mode bypassPermissions, from wherever it is asked for."},
    {"permissions.disableAutoMode", Accepts::text, Access::any, Tightens::never, "null",
     "Postern has no mode `auto`."},
    {"permissions.blockReadsOutsideWorkingDirectories",
     at<kPermissions, &Permissions::block_reads_outside_working_directories>, Access::any, Tightens::when_true, "false",
     "Refuses reads outside the working directories; no allow rule lifts it. A shell command that names such a path is "
     "asked about, in every mode, and in the sandbox everything but the working directories and the system is hidden.",
     Content::plain, Merge::true_wins},
    {"permissions.blockWritesOutsideWorkingDirectories",
     at<kPermissions, &Permissions::block_writes_outside_working_directories>, Access::any, Tightens::when_true,
     "false",
     "Refuses writes outside the working directories; no allow rule lifts it.", Content::plain, Merge::true_wins},
    {"permissions.blockReadsExemptPaths", Accepts::list, Access::any, Tightens::never, "null",
     "It is for programs that embed Claude Code, which ignores it in files."},
    {"permissions.workingDirectoriesAsGiven", Accepts::list, Access::any, Tightens::never, "null",
     "It is for programs that embed Claude Code, which ignores it in files."},
    {"permissions.denyInsteadOfPrompting", at<kPermissions, &Permissions::deny_instead_of_prompting>,
     Access::user, Tightens::when_true, "false", "Turns every question into a refusal."},

    {"sandbox.enabled", at<kSandbox, &Sandbox::enabled>, Access::any, Tightens::when_true, "true",
     "Runs commands in the sandbox."},
    {"sandbox.enabledPlatforms", at<kSandbox, &Sandbox::enabled_platforms>, Access::any, Tightens::never, "[]",
     "The platforms on which sandbox.enabled counts: `linux`, `wsl`, `macos`. Empty: all of them. On any other the "
     "command is judged and run as if the sandbox were switched off.", Content::platform},
    {"sandbox.failIfUnavailable", at<kSandbox, &Sandbox::fail_if_unavailable>, Access::any, Tightens::when_true, "true",
     "Refuses to run where no sandbox can be built. With false the command is judged as unsandboxed and may run so."},
    {"sandbox.autoAllowBashIfSandboxed", at<kSandbox, &Sandbox::auto_allow_bash_if_sandboxed>,
     Access::any, Tightens::when_false, "true",
     "Lets a command run without a question if the sandbox holds it and no deny or ask rule meets it."},
    {"sandbox.excludedCommands", at<kSandbox, &Sandbox::excluded_commands>, Access::any, Tightens::never, "[]",
     "Commands that run outside the sandbox, written like the inside of Bash(...). Every part of the command line must "
     "match; cd, a substitution or a redirection to a file keeps it inside."},
    {"sandbox.allowUnsandboxedCommands", at<kSandbox, &Sandbox::allow_unsandboxed_commands>,
     Access::any, Tightens::when_false, "true",
     "Honours an agent's request to run a command unsandboxed, after the rules are asked. When the command line or a "
     "managed file says false, project and local files can only tighten."},
    {"sandbox.ignoreViolations", Accepts::object, Access::any, Tightens::never, "null",
     "Every refusal is reported."},
    {"sandbox.enableWeakerNestedSandbox", at<kSandbox, &Sandbox::enable_weaker_nested_sandbox>,
     Access::any, Tightens::when_false, "false",
     "Accepts, where no /proc of its own can be mounted, a sandbox that shows commands the /proc of everything around them."},
    {"sandbox.withoutNamespaces", at<kSandbox, &Sandbox::without_namespaces>, Access::any, Tightens::when_false, "false",
     "Holds commands by Landlock and seccomp alone, for machines that forbid namespaces. Weaker: `postern profile` lists "
     "what it does not hold, and each run says so. What the settings demand and it cannot hold keeps commands from "
     "running."},
    {"sandbox.allowNestedUserNamespaces", at<kSandbox, &Sandbox::allow_nested_user_namespaces>,
     Access::user, Tightens::when_false, "false", "Lets commands make user namespaces of their own."},
    {"sandbox.enableWeakerNetworkIsolation", Accepts::boolean, Access::any, Tightens::never, "null",
     "It is about macOS, and Postern runs commands on Linux only."},
    {"sandbox.allowAppleEvents", Accepts::boolean, Access::user, Tightens::never, "null",
     "It is about macOS, and Postern runs commands on Linux only."},
    {"sandbox.ripgrep", Accepts::object, Access::user, Tightens::never, "null",
     "Postern needs no ripgrep."},
    {"sandbox.bwrapPath", at<kSandbox, &Sandbox::bwrap_path>, Access::managed, Tightens::never, "null",
     "The bubblewrap to use; otherwise the first in PATH.", Content::absolute_path},
    {"sandbox.socatPath", Accepts::text, Access::managed, Tightens::never, "null",
     "Postern needs no socat."},

    {"sandbox.env.keep", at<kSandbox, &Sandbox::env_keep>, Access::any, Tightens::never, "[]",
     "Variables that reach the command although they look like secrets: names, `*` for any characters. One that makes "
     "programs run code when they start must be named in full."},

    {"sandbox.filesystem.allowWrite", at<kSandbox, kFiles, &Filesystem::allow_write>, Access::any, Tightens::never,
     "[]", "Further paths that commands may write.", Content::path},
    {"sandbox.filesystem.denyWrite", at<kSandbox, kFiles, &Filesystem::deny_write>, Access::any, Tightens::always,
     "[]", "Paths that commands may not write, inside whatever is allowed.", Content::path},
    {"sandbox.filesystem.denyRead", at<kSandbox, kFiles, &Filesystem::deny_read>, Access::any, Tightens::always,
     "[]", "Paths that commands may not read.", Content::path},
    {"sandbox.filesystem.allowRead", at<kSandbox, kFiles, &Filesystem::allow_read>, Access::any, Tightens::never,
     "[]", "Paths inside a denied one that may be read after all; the more specific path wins. An entry of a project or "
     "local file opens nothing that managed settings or the command line deny.", Content::path},
    {"sandbox.filesystem.allowManagedReadPathsOnly",
     at<kSandbox, kFiles, &Filesystem::allow_managed_read_paths_only>, Access::managed, Tightens::when_true, "false",
     "Only managed allowRead entries count."},
    {"sandbox.filesystem.disabled", at<kSandbox, kFiles, &Filesystem::disabled>, Access::user, Tightens::when_false,
     "false", "Isolates the network only. Managed files decide alone once they configure sandbox.filesystem or deny a "
     "credential file."},

    {"sandbox.network.allowedDomains", at<kSandbox, kNetwork, &Network::allowed_domains>, Access::any, Tightens::never,
     "[]", "Hosts that commands may reach: `host` or `*.host`, with `:port` if only that one is meant, an address, "
     "or a range such as `10.0.0.0/8`. Empty: no network."},
    {"sandbox.network.deniedDomains", at<kSandbox, kNetwork, &Network::denied_domains>, Access::any, Tightens::always,
     "[]", "Hosts that commands may not reach, whatever allowedDomains says."},
    {"sandbox.network.strictAllowlist", at<kSandbox, kNetwork, &Network::strict_allowlist>,
     Access::user, Tightens::when_true, "false", "Refuses unknown hosts instead of asking. Hosts and proxies that project "
     "and local files name do not count, trusted or not."},
    {"sandbox.network.allowManagedDomainsOnly", at<kSandbox, kNetwork, &Network::allow_managed_domains_only>,
     Access::managed, Tightens::when_true, "false",
     "Only managed allowedDomains entries count, unknown hosts are refused, and project and local files can only "
     "tighten."},
    {"sandbox.network.allowUnixSockets", at<kSandbox, kNetwork, &Network::allow_unix_sockets>,
     Access::any, Tightens::never, "[]", "Unix sockets that commands may connect to.", Content::path},
    {"sandbox.network.allowAllUnixSockets", at<kSandbox, kNetwork, &Network::allow_all_unix_sockets>,
     Access::any, Tightens::when_false, "false", "Opens every Unix socket that can be seen inside."},
    {"sandbox.network.allowLocalBinding", Accepts::boolean, Access::any, Tightens::never, "null",
     "It is about macOS. On Linux commands may listen on the loopback of the sandbox; `postern.network.exposePorts` "
     "makes that reachable from outside."},
    {"sandbox.network.allowMachLookup", Accepts::list, Access::any, Tightens::never, "null",
     "It is about macOS, and Postern runs commands on Linux only."},
    {"sandbox.network.httpProxyPort", at<kSandbox, kNetwork, &Network::http_proxy_port>, Access::any, Tightens::never,
     "null", "Port of your own HTTP proxy on this machine: the gate goes through it to every host that the rules allow. "
     "One in a project or local file does not count under `strictAllowlist`, or if managed settings deny hosts.",
     Content::port},
    {"sandbox.network.socksProxyPort", at<kSandbox, kNetwork, &Network::socks_proxy_port>, Access::any, Tightens::never,
     "null", "Port of your own SOCKS5 proxy on this machine. If both are set, the clients that speak SOCKS to the gate go "
     "through this one, all others through the HTTP proxy.", Content::port},
    {"sandbox.network.tlsTerminate", Accepts::object, Access::user, Tightens::never, "null",
     "Postern does not open TLS connections."},

    {"sandbox.credentials.files", at<kSandbox, &Sandbox::credential_files>, Access::any, Tightens::always, "[]",
     "Files with secrets: `{path, mode}`. `deny` hides the file. Postern does not put a false copy in place: `mask` "
     "hides it too.", Content::file_credential},
    {"sandbox.credentials.envVars", at<kSandbox, &Sandbox::credential_env_vars>, Access::any, Tightens::always, "[]",
     "Variables with secrets: `{name, mode}`. `deny` unsets the variable for the command, and so does `mask`.",
     Content::env_credential},
    {"sandbox.credentials.allowPlaintextInject", Accepts::boolean, Access::user, Tightens::never, "null",
     "Postern puts no secrets into connections."},
    {"sandbox.credentials.awsPairs", Accepts::list, Access::user, Tightens::never, "null",
     "Postern puts no secrets into connections."},
    {"sandbox.credentials.sigv4", Accepts::object, Access::user, Tightens::never, "null",
     "Postern puts no secrets into connections."},

    {"postern.readClaudeSettings", at<kOwn, &PosternSettings::read_claude_settings>, Access::user, Tightens::never, "true",
     "Reads Claude Code's settings files too, each just below Postern's own of the same scope. Only a managed file "
     "switches off the managed ones."},
    {"postern.undecidable", at<kOwn, &PosternSettings::undecidable>, Access::any, Tightens::when_stricter, R"("allow")",
     "What to do with a command whose text does not tell what it will run. `allow` holds only in the sandbox with the "
     "exec guard, which applies the rules to what really runs."},
    {"postern.execGuard", at<kOwn, &PosternSettings::exec_guard>, Access::any, Tightens::when_stricter, R"("on")",
     "Applies deny and ask rules to every program a command starts. `strict` also looks again after the start, so that "
     "no program can swap its arguments in between."},
    {"postern.execNewFiles", at<kOwn, &PosternSettings::exec_new_files>, Access::any, Tightens::when_stricter, R"("allow")",
     "Whether a command may start programs that it made or changed itself: what it compiled, unpacked or wrote."},
    {"postern.askFallback", at<kOwn, &PosternSettings::ask_fallback>, Access::user, Tightens::when_stricter, R"("deny")",
     "What a question means when nobody is there to answer it."},
    {"postern.createGuard", at<kOwn, &PosternSettings::create_guard>, Access::any, Tightens::when_stricter, R"("on")",
     "Refuses at once to make a protected file that is not there yet. Without it the file is moved to quarantine when "
     "the command is over."},

    {"postern.protect", at<kOwn, &PosternSettings::protect>, Access::any, Tightens::always, "[]",
     "Further names that commands may not write, wherever they lie below what is writable."},
    {"postern.waive", at<kOwn, &PosternSettings::waive>, Access::any, Tightens::never, "[]",
     "Protected names that commands may write after all, spelled as `postern profile` shows them: `.npmrc`. Settings "
     "files, Postern's own files and git's code cannot be waived."},
    {"postern.caches", at<kOwn, &PosternSettings::caches>, Access::any, Tightens::when_stricter, R"("project")",
     "Whose caches commands write: package managers and compilers get private ones in the place of those in home, kept "
     "between runs. `project`: each project has its own. `user`: your projects share one set, and what a command leaves "
     "there another project's commands use. `off`: none, and home stays read-only."},
    {"postern.forbidWaiving", at<kOwn, &PosternSettings::forbid_waiving>, Access::managed, Tightens::when_true, "false",
     "Only managed `postern.waive` entries count."},
    {"postern.neverAllowed", at<kOwn, &PosternSettings::never_allowed>, Access::managed, Tightens::always, "[]",
     "Rules that are added to the built-in list of what is never allowed."},
    {"postern.liftNeverAllowed", at<kOwn, &PosternSettings::lift_never_allowed>, Access::managed, Tightens::never, "[]",
     "Entries of the built-in list that do not count on this machine, by the names that `postern settings show` prints."},
    {"postern.limits.timeout", at<kOwn, kLimits, &OwnLimits::timeout>, Access::any, Tightens::never, "null",
     "How long a command may run: `30s`, `5m`, `1h30m`. It is asked to end, and two seconds later it is ended."},
    {"postern.limits.memory", at<kOwn, kLimits, &OwnLimits::memory>, Access::any, Tightens::never, "null",
     "How much memory it may use: `512M`, `2G`. Of all its processes together where cgroups allow it, else of each."},
    {"postern.limits.pids", at<kOwn, kLimits, &OwnLimits::pids>, Access::any, Tightens::never, "null",
     "How many processes and threads it may have at once."},
    {"postern.limits.fileSize", at<kOwn, kLimits, &OwnLimits::file_size>, Access::any, Tightens::never, "null",
     "How large a file may grow: `1G`."},
    {"postern.limits.cpu", at<kOwn, kLimits, &OwnLimits::cpu>, Access::any, Tightens::never, "null",
     "How much processor time each of its processes may use: `10m`."},
    {"postern.network.transparent", at<kOwn, kOwnNetwork, &OwnNetwork::transparent>, Access::any, Tightens::never,
     R"("on")", "Lets programs that know of no proxy reach allowed hosts too: names have addresses inside, at which the "
     "gate waits. Needs Linux."},
    {"postern.network.transparentPorts", at<kOwn, kOwnNetwork, &OwnNetwork::transparent_ports>, Access::any,
     Tightens::never, "[]", "The ports at which it waits there. Empty: 80, 443, 22, 5432, 3306, 6379 and 9418.",
     Content::port},
    {"postern.network.exposePorts", at<kOwn, kOwnNetwork, &OwnNetwork::expose_ports>, Access::any, Tightens::never,
     "[]", "Ports of the sandbox that can be reached on this machine's loopback, while the command runs.",
     Content::port},
    {"postern.network.hostPorts", at<kOwn, kOwnNetwork, &OwnNetwork::host_ports>, Access::any, Tightens::never, "[]",
     "Ports of this machine's loopback that commands may reach, at 127.0.0.1 as if they were their own.",
     Content::port},
    {"postern.network.hiddenServerName", at<kOwn, kOwnNetwork, &OwnNetwork::hidden_server_name>, Access::any,
     Tightens::when_stricter, R"("deny")", "What to do with a TLS client on port 443 that names no server, or "
     "encrypts its name, so that it cannot be compared with the host it was let through to."},
    {"postern.network.maxBytes", at<kOwn, kOwnNetwork, &OwnNetwork::max_bytes>, Access::any, Tightens::never, "null",
     "How much may pass the gate in one run, both ways together: `500M`. Then every connection ends."},
    {"postern.network.maxConnections", at<kOwn, kOwnNetwork, &OwnNetwork::max_connections>, Access::any,
     Tightens::never, "null", "How many connections may pass the gate in one run."},
    {"postern.network.parentProxy", at<kOwn, kOwnNetwork, &OwnNetwork::parent_proxy>, Access::user, Tightens::never,
     R"("environment")", "The proxy that leads out of your network: `http://[user:password@]host:port`, `socks5://…` or "
     "`socks5h://…`. `environment` takes it from `HTTPS_PROXY`, `HTTP_PROXY` and `ALL_PROXY`, `none` goes without.",
     Content::proxy},
    {"postern.network.noProxy", at<kOwn, kOwnNetwork, &OwnNetwork::no_proxy>, Access::user, Tightens::never, "[]",
     "Hosts that are reached without the parent proxy: `host` (and all below it), `.suffix`, `*.suffix`, addresses, "
     "ranges such as `10.0.0.0/8`, `*`; with `:port` for one port. Empty: what `NO_PROXY` says."},
    {"postern.record.enabled", at<kOwn, kOwnRecord, &OwnRecord::enabled>, Access::user, Tightens::when_true, "true",
     "Keeps a record of each request, for `postern audit`."},
    {"postern.record.required", at<kOwn, kOwnRecord, &OwnRecord::required>, Access::any, Tightens::when_true, "false",
     "Runs nothing that cannot be recorded. Otherwise a record that cannot be kept is said once, and the command runs.",
     Content::plain, Merge::true_wins},
    {"postern.record.anchors", at<kOwn, kOwnRecord, &OwnRecord::anchors>, Access::user, Tightens::never, R"("/dev/log")",
     "The datagram socket of a log that the end of the record's chain is noted in now and then, so that a record that "
     "was written anew can be told from it. `none`: no anchors."},

    {"approval.hooks", at<kApproval, &ApprovalSettings::hooks>, Access::any, Tightens::never, "[]",
     "Programs that may answer a question: `{\"command\": [\"/home/me/bin/ask\", \"--fast\"], \"timeout\": \"5s\"}`. They run "
     "outside the sandbox, get the question as JSON and answer in JSON; see approvals.md. A program that commands could "
     "write is not run."},
    {"approval.classifier", at<kApproval, &ApprovalSettings::classifier>, Access::any, Tightens::never, R"("builtin")",
     "What says of a command that it is safe, and nothing of others. `builtin`: one that only reads, inside the working "
     "directories. A command is given and run as a hook is."},
    {"approval.deadline", at<kApproval, &ApprovalSettings::deadline>, Access::user, Tightens::never, "null",
     "How long a question may stand: `5m`. Then `postern.askFallback` holds. Without it: until a person answers.",
     Content::duration},
    {"approval.denials.consecutive", at<kApproval, &ApprovalSettings::denials_consecutive>, Access::user,
     Tightens::never, "3", "After so many refusals in a row in one session only a person is asked, and without one the "
     "run ends with status 123.", Content::count},
    {"approval.denials.total", at<kApproval, &ApprovalSettings::denials_total>, Access::user, Tightens::never, "20",
     "The same for all refusals of one session.", Content::count},

    {"allowManagedPermissionRulesOnly", at<&Settings::allow_managed_permission_rules_only>,
     Access::managed, Tightens::when_true, "false", "Only managed allow, ask and deny rules count."},
});
// clang-format on

bool below(std::string_view path, std::string_view group) {
    return group.empty() || (path.size() > group.size() && path.starts_with(group) && path[group.size()] == '.');
}

}  // namespace

std::span<const Key> keys() {
    return kKeys;
}

std::string description(const Key& key) {
    return (key.has_effect() ? "" : "Accepted, without effect. ") + std::string(key.meaning);
}

const Key* find_key(std::string_view path) {
    const auto found = std::ranges::find(kKeys, path, &Key::path);
    return found == kKeys.end() ? nullptr : &*found;
}

bool is_group(std::string_view path) {
    return std::ranges::any_of(kKeys, [path](const Key& key) { return below(key.path, path); });
}

std::vector<std::string_view> children(std::string_view group) {
    std::vector<std::string_view> names;
    for (const Key& key : kKeys) {
        if (!below(key.path, group)) continue;
        const std::string_view rest = key.path.substr(group.empty() ? 0 : group.size() + 1);
        const std::string_view name = rest.substr(0, rest.find('.'));
        if (names.empty() || names.back() != name) names.push_back(name);
    }
    return names;
}

bool may_set(Access access, Scope scope) {
    switch (access) {
        case Access::any: return true;
        case Access::user: return scope != Scope::project && scope != Scope::local;
        case Access::managed: return scope == Scope::managed;
    }
    return false;
}

}  // namespace postern::settings
