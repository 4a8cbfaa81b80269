// Complete description of a sandbox, independent of the backend. `resolve` makes it from the settings and the host, and
// a backend turns it into a launch plan. Later mounts lie on top of earlier ones.
#pragma once

#include "base/abs_path.h"
#include "settings/settings.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace postern::sandbox {

// Value 0 of Network, UnixSockets, Proc and NestedNamespaces is the safest.
// gate: no network except the gate, a proxy on the loopback inside, which connects to hosts that the rules allow.
enum class Network : std::uint8_t { isolated, gate, host };
inline constexpr std::uint16_t kGatePort = 3128;  // always free: the network namespace is new
// Settings of the gate besides the rules about hosts.
struct GatePlan {
    bool hosts = false;  // the rules may allow some hosts
    // Ports at which host names can be reached without a proxy. Empty: hosts are reached through the proxy only.
    std::vector<std::uint16_t> transparent{};
    std::vector<std::uint16_t> exposed{};    // ports of the sandbox that the host's loopback leads to
    std::vector<std::uint16_t> from_host{};  // ports of the host's loopback that the sandbox's loopback leads to
    bool hidden_server_names = false;        // TLS clients need not name the server
    std::optional<std::uint64_t> max_bytes{}, max_connections{};  // per run
    bool operator==(const GatePlan&) const = default;
};
enum class UnixSockets : std::uint8_t {
    closed,  // none can be made: there is no listener that could look at connections
    inside,  // those of the command's own processes, and the listed ones
    open,
};
enum class Proc : std::uint8_t { fresh, host };  // host: the weaker nested sandbox
enum class NestedNamespaces : std::uint8_t { refused, allowed };

enum class MountAccess : std::uint8_t {
    read_only,      // the host's content, cannot be changed
    writable,       // the host's content, can be changed
    cannot_move,    // writable, but cannot be renamed or removed, because a protected path lies below
    hidden,         // neither content nor listing; paths in a hidden directory may be reopened
    reopened,       // read-only in a hidden directory
    empty_private,  // an empty directory in memory, discarded after the run
    kept_private,   // a writable directory of Postern's own, from `source`, kept for later runs
};

struct Mount {
    AbsPath path;
    MountAccess access;
    bool directory = true;
    std::string why{};  // "working directory", "git runs code from here", "sandbox.filesystem.denyRead"
    // For kept_private: the store on the host, see host/kept_directory.h. Nothing else is seen at another path.
    std::optional<AbsPath> source{};
    bool operator==(const Mount&) const = default;
};

// A protected path that does not exist and must not be created. Nothing can be mounted on it.
struct Absent {
    AbsPath path;
    std::string why{};
    bool operator==(const Absent&) const = default;
};

// A file with other content inside the sandbox than on the host. It exists on the host, so the mount leaves no trace.
struct GivenFile {
    AbsPath path;
    std::string text;
    std::string why{};
    bool operator==(const GivenFile&) const = default;
};

// A symbolic link that leads to a protected path. Nothing can be mounted on a link: the guard refuses to remove it, and
// the scrub makes it again.
struct HeldLink {
    AbsPath path;
    std::string target;
    bool operator==(const HeldLink&) const = default;
};

struct ResourceLimits {
    std::optional<std::uint64_t> memory_bytes{}, file_bytes{};
    std::optional<std::uint32_t> pids{}, cpu_seconds{};
    std::optional<std::uint32_t> timeout_ms{};
    bool operator==(const ResourceLimits&) const = default;
};

struct Variable {
    std::string name, value;
    bool operator==(const Variable&) const = default;
};
struct DroppedVariable {
    std::string name;
    std::string why;  // "may hold a secret", "makes programs run code when they start"
    bool operator==(const DroppedVariable&) const = default;
};

struct Profile {
    AbsPath cwd = AbsPath::root();
    AbsPath home = AbsPath::root();
    AbsPath temporary = AbsPath::root();  // $TMPDIR, as it is seen inside
    std::vector<AbsPath> writable{};      // the writable roots, none inside another
    // Landlock and seccomp alone hold the command. `mounts` then only says what Landlock has to hold.
    bool without_namespaces = false;
    std::vector<AbsPath> readable{};      // without namespaces: what can be read besides the writable roots
    std::vector<Mount> mounts{};          // in order, on top of a read-only root
    std::vector<GivenFile> given{};       // on top of the mounts
    std::vector<Absent> absent{};         // sorted by path
    std::vector<HeldLink> links{};        // sorted by path
    std::vector<AbsPath> repositories{};  // git directories whose code_paths() are read-only mounts
    // Changes to policy::protected_table(), for a backend that can refuse names at any depth, existing or not.
    std::vector<std::string> waived{}, also_protected{};
    std::vector<Variable> environment{};  // complete, sorted by name
    std::vector<DroppedVariable> dropped{};
    Network network = Network::isolated;
    GatePlan gate{};
    UnixSockets unix_sockets = UnixSockets::closed;
    std::vector<AbsPath> listed_sockets{};
    Proc proc = Proc::fresh;
    NestedNamespaces nested = NestedNamespaces::refused;
    bool root = false;           // the command runs as uid 0, which owns the kernel's settings in /proc
    bool files_isolated = true;  // false: sandbox.filesystem.disabled
    // Judges each program that is started inside. Off where no rule could meet one: a guard costs time.
    settings::ExecGuardMode exec_guard = settings::ExecGuardMode::off;
    bool create_guard = false;  // refuses at once what is in `absent`, which the scrub would find afterwards
    ResourceLimits limits{};
    std::vector<std::string> weaknesses{};  // one sentence each; shown on every run
    std::vector<std::string> not_held{};    // what a weaker sandbox leaves open; one sentence each
    std::vector<std::string> notes{};       // wishes in the settings that were not granted; shown with -v
    bool operator==(const Profile&) const = default;
};

// Returns whether no host can be allowed, so that a name server of Postern's says of each name that there is none.
[[nodiscard]] inline bool closed_to_names(const Profile& profile) {
    return profile.network != Network::host && !profile.gate.hosts;
}
// Tells whether commands can write a file at this path, as it is seen inside.
[[nodiscard]] bool can_write_inside(const Profile& profile, const AbsPath& path);

}  // namespace postern::sandbox
