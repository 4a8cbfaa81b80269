#include "sandbox/without_namespaces.h"

#include "policy/protected_table.h"
#include "policy/safety.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace postern::sandbox {
namespace {

// Each rule takes a descriptor and a moment when a command starts.
constexpr std::size_t kMostReadable = 2000;

constexpr auto kNotHeld = std::to_array<std::string_view>({
    "names, sizes and times of all files can be seen, also of those that cannot be read",
    "times of your files can be changed everywhere; content, names, modes and owners only where writing is allowed",
    "changes to protected files that exist in the writable directories (git's hooks, settings, tasks) are not refused: "
    "they "
    "are put back after the run, and settings that run code are taken out of git's config",
    "other processes and their command lines can be seen; their memory and environment cannot, nor can they be "
    "signalled",
    "the host's /tmp is read-only inside but readable, and there is no /dev/shm and no pseudo-terminal by name",
    "unix sockets and shared memory are closed altogether, also among the command's own processes",
});

tl::unexpected<Error> not_held(std::string what, std::string where) {
    return fail(
        Errc::unsupported,
        std::move(what) + ", which cannot be held without namespaces (sandbox.withoutNamespaces); nothing was run",
        std::move(where));
}

class Fitter {
public:
    Fitter(const SandboxSpec& spec, const HostView& files, Profile profile)
        : spec_(spec), files_(files), out_(std::move(profile)) {}

    Result<Profile> run() {
        Status ok = check_network();
        if (ok) ok = check_roots();
        if (ok) ok = check_mounts();
        if (ok) ok = choose_readable();
        if (!ok) return tl::unexpected<Error>(std::move(ok.error()));
        sockets();
        out_.without_namespaces = true;
        out_.nested = NestedNamespaces::refused;
        out_.repositories.clear();  // their code-running files are not read-only
        for (const std::string_view sentence : kNotHeld) out_.not_held.emplace_back(sentence);
        return std::move(out_);
    }

private:
    // Landlock knows ports and no addresses, so that a port of the gate would be open at every host.
    Status check_network() const {
        if (out_.network == Network::isolated) return {};
        return not_held("the settings open hosts or ports, through a gate that needs a network of its own", "network");
    }

    // A root around /dev, /proc or /sys would open the devices and the settings of the machine.
    Status check_roots() const {
        for (const AbsPath& root : out_.writable) {
            if (root == AbsPath::root())
                return not_held("the whole machine is to be writable, its devices included", "/");
        }
        return {};
    }

    [[nodiscard]] bool in_root(const AbsPath& path) const {
        return std::ranges::any_of(out_.writable, [&](const AbsPath& root) { return root.contains(path); });
    }

    // Returns whether the settings themselves deny writing there.
    [[nodiscard]] bool is_denied(const AbsPath& path) const {
        return std::ranges::any_of(spec_.deny_write, [&](const WantedPattern& wanted) {
            if (wanted.pattern) return wanted.pattern->matches(path);
            return files_.real(wanted.path).contains(path);
        });
    }

    // Returns whether the scrub puts the path back: its name, or one above it, is in the protected table.
    [[nodiscard]] bool is_scrubbed(const AbsPath& path) const {
        for (AbsPath at = path; in_root(at) && at != AbsPath::root(); at = at.parent()) {
            if (policy::protected_reason(at, spec_.home, spec_.waived)) return true;
        }
        return false;
    }

    // Leaves the mounts whose work Landlock does.
    Status check_mounts() {
        std::vector<Mount> kept;
        for (Mount& mount : out_.mounts) {
            const bool inside = in_root(mount.path);
            switch (mount.access) {
                case MountAccess::hidden:
                    if (inside)
                        return not_held(mount.path.text() + " is to be hidden in a writable directory", mount.why);
                    kept.push_back(std::move(mount));
                    break;
                case MountAccess::reopened: kept.push_back(std::move(mount)); break;
                case MountAccess::read_only:
                    if (inside && (is_denied(mount.path) || !is_scrubbed(mount.path))) {
                        return not_held(mount.path.text() + " must not be changed and lies in a writable directory",
                                        mount.why);
                    }
                    if (!inside) kept.push_back(std::move(mount));
                    break;
                case MountAccess::writable: kept.push_back(std::move(mount)); break;
                case MountAccess::kept_private:
                    return not_held(mount.path.text() + " is to be another directory inside", mount.why);
                case MountAccess::cannot_move: break;
                case MountAccess::empty_private:
                    out_.notes.push_back(mount.path.text() + " is the host's, not private: " + mount.why);
                    break;
            }
        }
        out_.mounts = std::move(kept);
        return {};
    }

    [[nodiscard]] bool is_hidden(const AbsPath& path) const {
        return std::ranges::any_of(
            out_.mounts, [&](const Mount& mount) { return mount.access == MountAccess::hidden && mount.path == path; });
    }
    [[nodiscard]] bool hides_below(const AbsPath& path) const {
        return std::ranges::any_of(out_.mounts, [&](const Mount& mount) {
            return mount.access == MountAccess::hidden && path.contains(mount.path);
        });
    }

    // Allows everything beside the way to something hidden, and what is reopened inside it. /dev is left out: which of its
    // devices can be used is fixed in postern-init.
    Status choose_readable() {
        descend(AbsPath::root());
        for (const Mount& mount : out_.mounts) {
            if (mount.access != MountAccess::reopened) continue;
            if (hides_below(mount.path)) {
                return not_held("a path inside " + mount.path.text() + " is to be hidden, and around it read",
                                mount.why);
            }
            out_.readable.push_back(mount.path);
        }
        if (out_.readable.size() <= kMostReadable) return {};
        return not_held("more than " + std::to_string(kMostReadable) + " paths lie beside those that are to be hidden",
                        {});
    }

    void descend(const AbsPath& directory) {
        auto entries = files_.list(directory);
        if (!entries) {
            out_.notes.push_back("nothing in " + directory.text() + " can be read, because it cannot be listed");
            return;
        }
        std::ranges::sort(*entries, {}, &Entry::name);
        for (const Entry& entry : *entries) {
            const auto path = AbsPath::resolve(directory, entry.name);
            if (entry.link || !path || path->text() == "/dev" || is_hidden(*path) || in_root(*path)) continue;
            if (hides_below(*path)) {
                descend(*path);
            } else {
                out_.readable.push_back(*path);
            }
        }
    }

    // The gate for unix sockets tells the command's own from others by their namespaces.
    void sockets() {
        if (out_.unix_sockets != UnixSockets::inside) return;
        out_.unix_sockets = UnixSockets::closed;
        for (const AbsPath& socket : out_.listed_sockets) {
            out_.notes.push_back(socket.text() + " stays closed: sandbox.withoutNamespaces closes all unix sockets");
        }
        out_.listed_sockets.clear();
    }

    const SandboxSpec& spec_;
    const HostView& files_;
    Profile out_;
};

}  // namespace

Result<Profile> fit_without_namespaces(const SandboxSpec& spec, const HostView& files, Profile profile) {
    return Fitter(spec, files, std::move(profile)).run();
}

}  // namespace postern::sandbox
