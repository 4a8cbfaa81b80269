#include "sandbox/resolve.h"

#include "policy/host_name.h"
#include "policy/protected_table.h"
#include "policy/safety.h"
#include "sandbox/environment.h"
#include "sandbox/gate_variables.h"
#include "sandbox/git_layout.h"
#include "sandbox/meant_paths.h"
#include "sandbox/mount_order.h"
#include "sandbox/private_places.h"
#include "sandbox/protect.h"
#include "sandbox/ssh_config.h"
#include "sandbox/without_namespaces.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <utility>

namespace postern::sandbox {
namespace {

constexpr std::string_view kNameServer = "nameserver 127.0.0.1\nsearch .\n";
constexpr std::string_view kJavaOptions = "JAVA_TOOL_OPTIONS";
// Directories below which nothing may be made writable, whatever the settings say.
constexpr auto kNeverRoots = std::to_array<std::string_view>({"/proc", "/sys", "/dev"});

// What a program needs of the system to run at all. In the directories of the first list everything else is people's.
constexpr auto kPartlySystem = std::to_array<std::string_view>({"/", "/var"});
constexpr auto kSystem = std::to_array<std::string_view>({"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32",
                                                          "/usr", "/etc", "/opt", "/nix", "/gnu", "/proc", "/sys",
                                                          "/dev", "/run", "/var", "/var/lib", "/var/cache"});

AbsPath below(const AbsPath& directory, std::string_view name) {
    return AbsPath::resolve(directory, name).value_or(directory);
}

class Resolver {
public:
    Resolver(const SandboxSpec& spec, const host::Facts& facts, const HostView& files)
        : spec_(spec), facts_(facts), host_(files) {}

    Result<Profile> run() {
        out_.cwd = spec_.cwd;
        out_.home = spec_.home;
        out_.temporary = below(AbsPath::root(), "tmp");
        out_.root = facts_.root;
        out_.files_isolated = spec_.files_isolated;
        out_.waived = spec_.waived;
        out_.also_protected = spec_.also_protected;
        if (spec_.files_isolated) {
            Status ok = choose_roots();
            if (ok) ok = deny_writes();
            if (ok) ok = hide();
            if (ok) ok = protect(spec_, facts_, host_, rules_, out_);
            if (!ok) return tl::unexpected<Error>(std::move(ok.error()));
            add_private_places(spec_, facts_, host_, rules_, out_);
            order_mounts(std::move(rules_), host_, out_);
        } else {
            out_.weaknesses.emplace_back("sandbox.filesystem.disabled is set: files are not protected");
            out_.writable.push_back(AbsPath::root());
            out_.mounts.push_back({AbsPath::root(), MountAccess::writable, true, "sandbox.filesystem.disabled"});
        }
        sockets();
        guards();
        environment();
        if (out_.gate.hosts) lead_ssh_to_the_gate(facts_, host_, out_);
        if (facts_.sandbox.without_namespaces) return fit_without_namespaces(spec_, host_, std::move(out_));
        return std::move(out_);
    }

private:
    // ---- writable paths

    // Returns an objection if the path is a symbolic link out of its tree or goes through one that a command may have
    // made, else nullopt. Such a link could open another directory to a later run.
    std::optional<std::string> planted_link(const AbsPath& path, const AbsPath& real) const {
        if (path == real) return std::nullopt;
        for (AbsPath at = path; at.text() != "/"; at = at.parent()) {
            const AbsPath followed = host_.real(at);
            const AbsPath beside = below(host_.real(at.parent()), at.name());
            if (followed == beside) continue;
            const bool leaves = !host_.real(at.parent()).contains(followed);
            if (leaves && (at == path || could_be_made(beside))) {
                return "is a symbolic link to " + followed.text() + "; name that path itself if it is meant";
            }
        }
        return std::nullopt;
    }

    // Tells whether the link lies below a path that is writable in this run or was in an earlier one.
    bool could_be_made(const AbsPath& link) const {
        const auto holds = [&](const AbsPath& root) { return root != link && root.contains(link); };
        if (holds(host_.real(spec_.cwd)) || holds(facts_.temporary)) return true;
        if (std::ranges::any_of(facts_.ever_writable, holds)) return true;
        return std::ranges::any_of(spec_.writable, [&](const auto& wanted) { return holds(host_.real(wanted.path)); });
    }

    Status choose_roots() {
        std::vector<AbsPath> absent;
        for (const WantedPath& wanted : spec_.writable) {
            AbsPath real = host_.real(wanted.path);
            // The links of the working directory were followed at the start, so this one is new.
            if (wanted.path.contains(spec_.cwd) && real != wanted.path) {
                return fail(Errc::invalid, "a link was put in the way while the sandbox was being set up",
                            wanted.path.text());
            }
            if (const auto link = planted_link(wanted.path, real)) {
                return fail(Errc::invalid, wanted.path.text() + ' ' + *link, wanted.why);
            }
            for (const std::string_view never : kNeverRoots) {
                if (below(AbsPath::root(), never).contains(real)) {
                    return fail(Errc::invalid, real.text() + " cannot be made writable", wanted.why);
                }
            }
            if (host_.kind(real) == FileKind::none) {
                if (wanted.must_exist) {
                    return fail(Errc::invalid, "cannot be opened for writing: No such file or directory; make it first",
                                wanted.why + ' ' + real.text());
                }
                absent.push_back(std::move(real));
                continue;
            }
            if (const auto why = protected_around(real)) {
                out_.notes.push_back(real.text() + " stays read-only: " + std::string(*why));
                continue;
            }
            add_root(std::move(real), wanted.why);
        }
        add_repository_of_cwd();
        if (spec_.cwd.contains(spec_.home) && !rules_.may_write(spec_.cwd)) {
            out_.notes.push_back(spec_.cwd.text() + std::string(kWideDirectory));
        }
        for (const AbsPath& path : absent) {
            if (rules_.may_write(path)) continue;
            out_.notes.push_back(path.text() + " is to be writable but does not exist; make it first");
        }
        return {};
    }

    // Returns why the path is protected, by itself or by a directory above it, or nullopt if it is not.
    std::optional<std::string_view> protected_around(const AbsPath& path) const {
        if (auto why = policy::protected_reason(path, spec_.home, spec_.waived)) return why;
        const std::string text = path.text() + '/';
        for (const policy::ProtectedPath& entry : protected_) {
            if (entry.hold != policy::Hold::read_only ||
                std::ranges::find(spec_.waived, entry.path) != spec_.waived.end())
                continue;
            const std::string name = '/' + std::string(entry.path) + '/';
            const bool found = entry.where == policy::Where::in_home ? text.starts_with(spec_.home.text() + name)
                                                                     : text.find(name) != std::string::npos;
            if (found && text.find('/' + std::string(policy::kWorktrees) + '/') == std::string::npos)
                return entry.reason;
        }
        return std::nullopt;
    }

    void add_root(AbsPath path, std::string why) { rules_.roots.emplace(std::move(path), std::move(why)); }

    // Opens the git directory of the working directory, wherever it lies, because `git commit` writes there.
    void add_repository_of_cwd() {
        const auto repository = repository_around(spec_.cwd, host_);
        if (!repository || repository->top.contains(spec_.home)) return;
        for (const AbsPath& directory : {repository->git_directory, repository->common_directory}) {
            if (rules_.may_write(directory)) continue;
            add_root(directory, "the git directory of " + repository->top.text());
        }
    }

    // ---- denied paths

    void hold(const AbsPath& path, const std::string& why) { rules_.hold(path, why, host_); }

    Status deny_writes() {
        std::vector<WantedPattern> denied = spec_.deny_write;
        std::erase_if(denied, [&](const WantedPattern& wanted) {  // cannot match below any writable root
            return wanted.pattern && std::ranges::none_of(rules_.roots, [&](const auto& root) {
                       return wanted.pattern->matches_at_or_below(root.first) || root.first.contains(wanted.path);
                   });
        });
        const auto take = [&](const AbsPath& path, const WantedPattern& wanted) {
            hold(path, wanted.why);
            meant_.remember_if_found_anywhere(path, wanted);
        };
        if (Status ok = meant_.each(denied, take); !ok) return ok;
        for (const WantedPath& wanted : spec_.never_writable) hold(wanted.path, wanted.why);
        for (const AbsPath& file : facts_.own_files) hold(file, "Postern itself");
        return {};
    }

    // ---- hidden paths

    Status hide() {
        std::vector<AbsPath> firmly_hidden;
        if (!spec_.read_only_these.empty()) {
            if (Status ok = hide_all_but_the_system(); !ok) return ok;
            for (const auto& [path, why] : rules_.hidden) firmly_hidden.push_back(path);  // no allow entry lifts this
        }
        // Commands have no use for these files, and could hold their locks.
        rules_.hide(spec_.stores, "Postern's own stores", host_);
        // Where the host's own /tmp or ~/.cache is seen, those of other projects lie in it.
        rules_.hide(facts_.temporary, "Postern's own stores", host_);
        if (facts_.caches) rules_.hide(*facts_.caches, "Postern's own stores", host_);
        const auto take = [&](const AbsPath& path, const WantedPattern& wanted) {
            hide_one(path, wanted);
            if (wanted.firm) firmly_hidden.push_back(host_.real(path));
        };
        if (Status ok = meant_.each(spec_.deny_read, take); !ok) return ok;
        warn_of_other_names();
        for (const WantedPath& wanted : spec_.allow_read) {
            const AbsPath real = host_.real(wanted.path);
            // A link that a command may have made does not reopen its target.
            if (real != wanted.path && planted_link(wanted.path, real)) continue;
            if (host_.kind(real) == FileKind::none) continue;
            const auto around = [&](const AbsPath& hidden) { return hidden.contains(real); };
            if (wanted.of_project && std::ranges::any_of(firmly_hidden, around)) {
                out_.notes.push_back(real.text() + " stays hidden: managed settings or the command line deny it");
                continue;
            }
            if (rules_.hidden.erase(real) > 0) continue;
            rules_.reopened.emplace(real, wanted.why);
        }
        if (rules_.reading(spec_.cwd) == MountAccess::hidden) {
            return fail(Errc::invalid, "the working directory is hidden by denyRead; nothing can run in it",
                        spec_.cwd.text());
        }
        return {};
    }

    void hide_one(const AbsPath& path, const WantedPattern& wanted) {
        rules_.hide(path, wanted.why, host_);
        meant_.remember_if_found_anywhere(path, wanted);
    }

    void warn_of_other_names() {
        const auto many = [&](const auto& hidden) { return host_.has_other_names(hidden.first); };
        const auto first = std::ranges::find_if(rules_.hidden, many);
        if (first == rules_.hidden.end()) return;
        const auto others = std::ranges::count_if(std::next(first), rules_.hidden.end(), many);
        out_.weaknesses.push_back(first->first.text() +
                                  " is hidden, but has another name (a hard link) that may be read" +
                                  (others > 0 ? "; so have " + std::to_string(others) + " more" : ""));
    }

    // Hides what is neither the system nor a place that the command works in.
    Status hide_all_but_the_system() {
        constexpr std::string_view kWhy = "permissions.blockReadsOutsideWorkingDirectories";
        for (const std::string_view parent : kPartlySystem) {
            const auto entries = host_.list(below(AbsPath::root(), parent));
            if (!entries) return tl::unexpected<Error>(entries.error());
            for (const Entry& entry : *entries) {
                const AbsPath path = below(below(AbsPath::root(), parent), entry.name);
                const bool system = std::ranges::find(kSystem, path.text()) != kSystem.end();
                if (!system && !entry.link) rules_.hidden.emplace(path, kWhy);
            }
        }
        const auto reopen = [&](const AbsPath& path) {
            const AbsPath real = host_.real(path);
            if (host_.kind(real) != FileKind::none && rules_.hidden.erase(real) == 0)
                rules_.reopened.emplace(real, kWhy);
        };
        for (const AbsPath& path : spec_.read_only_these) reopen(path);
        for (const auto& [root, why] : rules_.roots) reopen(root);
        return {};
    }

    // Replaces the files for name look-up, so that the gate resolves all names, also those in this machine's
    // /etc/hosts.
    void name_files() {
        constexpr std::string_view kWhy = "postern.network.transparent";
        give("/etc/resolv.conf", kNameServer, kWhy);
        const auto name = policy::canonical_host(facts_.name);  // anything else than a name would be a line of its own
        const std::string here = name ? ' ' + name->text : "";
        give("/etc/hosts", "127.0.0.1 localhost" + here + "\n::1 localhost" + here + '\n', kWhy);
    }

    void give(std::string_view path, std::string_view content, std::string_view why) {
        AbsPath place = host_.real(below(AbsPath::root(), path));
        if (host_.kind(place) != FileKind::file) return;  // nothing to mount on; programs work without it
        out_.given.push_back({std::move(place), std::string(content), std::string(why)});
    }

    void sockets() {
        out_.network = spec_.network;
        out_.gate = spec_.gate;
        if (!out_.gate.transparent.empty()) name_files();
        // Servers that cannot be reached look like a passing fault, and programs try again for minutes.
        if (closed_to_names(out_)) give("/etc/resolv.conf", kNameServer, "no host is allowed: no name is resolved");
        out_.unix_sockets = spec_.unix_sockets;
        if (!facts_.sandbox.exec_guard && out_.unix_sockets == UnixSockets::inside) {
            out_.unix_sockets = UnixSockets::closed;
        }
        for (const WantedPath& socket : spec_.listed_sockets) {
            AbsPath real = host_.real(socket.path);
            if (planted_link(socket.path, real)) {
                out_.notes.push_back(socket.path.text() + " is a link out of its own tree and stays closed");
                continue;
            }
            out_.listed_sockets.push_back(std::move(real));
        }
        if (spec_.unix_sockets == UnixSockets::open) {
            out_.weaknesses.emplace_back(
                "sandbox.network.allowAllUnixSockets is set: services of this machine can be reached through sockets");
        }
        out_.nested = spec_.nested;
        if (spec_.nested == NestedNamespaces::allowed) {
            out_.weaknesses.emplace_back(
                "sandbox.allowNestedUserNamespaces is set: commands reach kernel code that is closed otherwise");
        }
        out_.limits = spec_.limits;
    }

    void guards() {
        out_.exec_guard = spec_.exec_guard;
        out_.create_guard = spec_.create_guard == settings::Toggle::on && facts_.sandbox.exec_guard &&
                            out_.files_isolated && !out_.absent.empty();
        if (facts_.sandbox.fresh_proc) return;
        out_.proc = Proc::host;
        out_.weaknesses.emplace_back("the sandbox is weaker here: " + facts_.sandbox.reason);
    }

    void environment() {
        std::vector<Variable> set{{"POSTERN", "1"}, {"TMPDIR", out_.temporary.text()}};
        for (Variable& variable : cache_variables(spec_, facts_, host_, out_)) set.push_back(std::move(variable));
        if (out_.gate.hosts) {
            const bool users_own = std::ranges::find(spec_.keep_variables, kJavaOptions) != spec_.keep_variables.end();
            const Java java = !users_own && facts_.has_java ? Java::present : Java::absent;
            for (Variable& variable : gate_variables(java, spec_.variables)) set.push_back(std::move(variable));
        }
        if (closed_to_names(out_)) std::ranges::move(closed_variables(spec_.variables), std::back_inserter(set));
        set.insert(set.end(), spec_.variables.begin(), spec_.variables.end());
        auto filtered = filter_environment({.host = facts_.environment,
                                            .keep = spec_.keep_variables,
                                            .drop = spec_.drop_variables,
                                            .network = spec_.network,
                                            .set = std::move(set)});
        out_.environment = std::move(filtered.kept);
        out_.dropped = std::move(filtered.dropped);
    }

    const SandboxSpec& spec_;
    const host::Facts& facts_;
    const HostView& host_;
    const std::span<const policy::ProtectedPath> protected_ = policy::protected_table();
    Profile out_;
    FileRules rules_;
    MeantPaths meant_{spec_, host_, rules_, out_};
};

}  // namespace

Result<Profile> resolve(const SandboxSpec& spec, const host::Facts& facts, const HostView& files) {
    return Resolver(spec, facts, files).run();
}

}  // namespace postern::sandbox
