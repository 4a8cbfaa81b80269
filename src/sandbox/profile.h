// What the sandbox will be, in full: an ordered, backend-neutral value. `resolve` makes it from the settings and the
// host; a backend turns it into a launch plan. Later mounts lie on top of earlier ones.
#pragma once

#include "base/abs_path.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace postern::sandbox {

// Value 0 is the safest of each.
// gate: no network but a gate on the loopback inside, which opens what the rules allow.
enum class Network : std::uint8_t { isolated, gate, host };
inline constexpr std::uint16_t kGatePort = 3128;  // nothing else is there: the network namespace is new
// What the gate lets through, apart from what the rules say about hosts.
struct GatePlan {
    bool hosts = false;  // there are hosts that the rules may let through
    // Ports at which names can be reached without a proxy. None: only through one.
    std::vector<std::uint16_t> transparent{};
    std::vector<std::uint16_t> exposed{};    // ports of the sandbox, on the loopback of this machine
    std::vector<std::uint16_t> from_host{};  // ports of this machine's loopback, on that of the sandbox
    bool hidden_server_names = false;        // TLS clients need not say whom they want
    std::optional<std::uint64_t> max_bytes{}, max_connections{};  // in one run
    bool operator==(const GatePlan&) const = default;
};
enum class UnixSockets : std::uint8_t { closed, listed, open };
enum class Proc : std::uint8_t { fresh, host };  // host: the weaker nested sandbox
enum class NestedNamespaces : std::uint8_t { refused, allowed };

enum class MountAccess : std::uint8_t {
    read_only,  // the host's content, not to be changed
    writable,   // the host's content, may be changed
    pinned,     // writable, but cannot be renamed or removed: something protected lies below
    hidden,     // neither content nor listing; a directory may have parts reopened below it
    reopened,   // below something hidden: the host's content, not to be changed
    private_,   // an empty directory in memory, gone after the run
};

struct Mount {
    AbsPath path;
    MountAccess access;
    bool directory = true;
    std::string why{};  // "working directory", "git runs code from here", "sandbox.filesystem.denyRead"
    bool operator==(const Mount&) const = default;
};

// Are programs that are started inside looked at? Only where there are rules that they could meet.
enum class ExecGuard : std::uint8_t { off, on, strict };

// A path that may not come into being: it is absent now, so nothing can be mounted on it.
struct Absent {
    AbsPath path;
    std::string why{};
    bool operator==(const Absent&) const = default;
};

// A file whose content inside is not the host's. It exists: nothing is left behind.
struct GivenFile {
    AbsPath path;
    std::string text;
    std::string why{};
    bool operator==(const GivenFile&) const = default;
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
    AbsPath temporary = AbsPath::root();  // $TMPDIR
    std::vector<AbsPath> writable{};      // the roots, none inside another
    std::vector<Mount> mounts{};          // in order, on top of a read-only root
    std::vector<GivenFile> given{};       // on top of the mounts
    std::vector<Absent> absent{};         // sorted by path
    std::vector<AbsPath> repositories{};  // git directories whose code-running files are held by mounts
    // For a backend that can refuse names at any depth, whether they exist or not: policy::protected_table() with these.
    std::vector<std::string> waived{}, also_protected{};
    std::vector<Variable> environment{};  // all of it, sorted by name
    std::vector<DroppedVariable> dropped{};
    Network network = Network::isolated;
    GatePlan gate{};
    UnixSockets unix_sockets = UnixSockets::closed;
    std::vector<AbsPath> listed_sockets{};
    Proc proc = Proc::fresh;
    NestedNamespaces nested = NestedNamespaces::refused;
    bool root = false;           // it runs as uid 0, to whom the kernel's settings in /proc belong
    bool files_isolated = true;  // false: sandbox.filesystem.disabled
    ExecGuard exec_guard = ExecGuard::off;
    bool create_guard = false;  // what is in `absent` is refused at once, not only found afterwards
    ResourceLimits limits{};
    std::vector<std::string> weaknesses{};  // one sentence each; said on every run
    std::vector<std::string> notes{};       // what was asked for and could not be given; said with -v
    bool operator==(const Profile&) const = default;
};

}  // namespace postern::sandbox
