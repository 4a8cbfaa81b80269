#include "sandbox/resolve.h"

#include "policy/protected_table.h"
#include "policy/safety.h"
#include "sandbox/environment.h"
#include "sandbox/git_layout.h"
#include "sandbox/mount_order.h"
#include "sandbox/pattern_walk.h"

#include <algorithm>
#include <array>
#include <utility>

namespace postern::sandbox {
namespace {

// Nothing below these belongs to a project, whatever a settings file says.
constexpr auto kNeverRoots = std::to_array<std::string_view>({"/proc", "/sys", "/dev"});

AbsPath below(const AbsPath& directory, std::string_view name) {
    return AbsPath::resolve(directory, name).value_or(directory);
}

class Resolver {
public:
    Resolver(const SandboxSpec& spec, const host::HostView& host) : spec_(spec), host_(host) {}

    Result<Profile> run() {
        out_.cwd = spec_.cwd;
        out_.home = spec_.home;
        out_.temporary = spec_.temporary;
        out_.files_isolated = spec_.files_isolated;
        out_.waived = spec_.waived;
        out_.also_protected = spec_.also_protected;
        if (spec_.files_isolated) {
            Status ok = choose_roots();
            if (ok) ok = deny_writes();
            if (ok) ok = hide();
            if (!ok) return tl::unexpected<Error>(std::move(ok.error()));
            protect();
            order_mounts(std::move(rules_), host_, out_);
        } else {
            out_.weaknesses.emplace_back("sandbox.filesystem.disabled is set: files are not protected");
            out_.writable.push_back(AbsPath::root());
            out_.mounts.push_back({AbsPath::root(), MountAccess::writable, true, "sandbox.filesystem.disabled"});
        }
        sockets();
        return std::move(out_);
    }

private:
    // ---- what may be written

    // A link in a place that a command could write may have been made by one, to lead a later run astray.
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

    // In the tree of any path that is to be writable, in this run or in one before.
    bool could_be_made(const AbsPath& link) const {
        const auto holds = [&](const AbsPath& root) { return root != link && root.contains(link); };
        if (holds(host_.real(spec_.cwd)) || holds(spec_.temporary)) return true;
        if (std::ranges::any_of(spec_.ever_writable, holds)) return true;
        return std::ranges::any_of(spec_.writable, [&](const auto& wanted) { return holds(host_.real(wanted.path)); });
    }

    Status choose_roots() {
        std::vector<AbsPath> absent;
        for (const WantedPath& wanted : spec_.writable) {
            AbsPath real = host_.real(wanted.path);
            // Its links were followed when we began, so there were none then.
            if (wanted.path == spec_.cwd && real != spec_.cwd) {
                return fail(Errc::invalid, "a link was put in the way while the sandbox was being set up",
                            spec_.cwd.text());
            }
            if (const auto link = planted_link(wanted.path, real)) {
                return fail(Errc::invalid, wanted.path.text() + ' ' + *link, wanted.why);
            }
            for (const std::string_view never : kNeverRoots) {
                if (below(AbsPath::root(), never).contains(real)) {
                    return fail(Errc::invalid, real.text() + " cannot be made writable", wanted.why);
                }
            }
            if (host_.kind(real) == host::Kind::none) {
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
        add_root(spec_.temporary, "$TMPDIR");
        if (spec_.cwd == AbsPath::root() && !rules_.may_write(spec_.cwd)) {
            out_.notes.emplace_back("the working directory is / and stays read-only; --allow-write opens paths in it");
        }
        for (const AbsPath& path : absent) {
            if (rules_.may_write(path)) continue;
            out_.notes.push_back(path.text() + " is to be writable but does not exist; make it first");
        }
        return {};
    }

    // Why nothing is to be written here: it lies in something protected, or is that.
    std::optional<std::string_view> protected_around(const AbsPath& path) const {
        if (auto why = policy::protected_reason(path, spec_.home, spec_.waived)) return why;
        const std::string text = path.text() + '/';
        for (const policy::ProtectedPath& entry : policy::protected_table()) {
            if (entry.hold != policy::Hold::read_only || waived(entry.path)) continue;
            const std::string name = '/' + std::string(entry.path) + '/';
            const bool found = entry.where == policy::Where::in_home ? text.starts_with(spec_.home.text() + name)
                                                                     : text.find(name) != std::string::npos;
            if (found && text.find('/' + std::string(policy::kWorktrees) + '/') == std::string::npos)
                return entry.reason;
        }
        return std::nullopt;
    }

    void add_root(AbsPath path, std::string why) { rules_.roots.emplace(std::move(path), std::move(why)); }

    // `git commit` writes there, wherever the repository's own directory lies.
    void add_repository_of_cwd() {
        const auto repository = repository_around(spec_.cwd, host_);
        if (!repository || repository->top.contains(spec_.home)) return;
        for (const AbsPath& directory : {repository->git_directory, repository->common_directory}) {
            if (rules_.may_write(directory)) continue;
            add_root(directory, "the git directory of " + repository->top.text());
        }
        git_directories_.push_back(repository->git_directory);
        git_directories_.push_back(repository->common_directory);
    }

    // ---- what may not be written

    void hold(const AbsPath& path, const std::string& why) {
        const AbsPath real = host_.real(path);
        if (host_.kind(real) == host::Kind::none) {
            if (rules_.may_write(real)) rules_.absent.emplace(real, why);
            return;
        }
        rules_.held.emplace(real, why);
    }

    // The same for a name below a directory whose links have been followed. Most names are absent: that is one look.
    void hold_in(const AbsPath& station, std::string_view name, const std::string& why) {
        AbsPath path = below(station, name);
        if (host_.present(below(station, name.substr(0, name.find('/'))))) return hold(path, why);
        rules_.absent.emplace(std::move(path), why);
    }

    // The paths that an entry of a deny list means, links followed.
    Result<std::vector<AbsPath>> meant_by(const WantedPattern& wanted) const {
        if (!wanted.pattern) return std::vector<AbsPath>{wanted.path};
        auto found = find_matches(*wanted.pattern, wanted.path, host_);
        if (!found) return fail(found.error().code, found.error().what, wanted.why);
        return found;
    }

    Status deny_writes() {
        for (const WantedPattern& wanted : spec_.deny_write) {
            // A pattern matters only where something may be written.
            const bool matters = !wanted.pattern || std::ranges::any_of(rules_.roots, [&](const auto& root) {
                return wanted.pattern->matches_at_or_below(root.first) || root.first.contains(wanted.path);
            });
            if (!matters) continue;
            auto paths = meant_by(wanted);
            if (!paths) return tl::unexpected<Error>(std::move(paths.error()));
            for (const AbsPath& path : *paths) hold(path, wanted.why);
        }
        for (const WantedPath& wanted : spec_.never_writable) hold(wanted.path, wanted.why);
        return {};
    }

    // Where the protected table is looked up: the roots, what lies between them and the working directory, and home.
    std::vector<AbsPath> stations() const {
        std::vector<AbsPath> out;
        for (const auto& [root, why] : rules_.roots) {
            out.push_back(root);
            if (!root.contains(spec_.cwd)) continue;
            for (AbsPath at = spec_.cwd; at != root; at = at.parent()) out.push_back(at);
        }
        if (rules_.may_write(spec_.home)) out.push_back(spec_.home);
        std::ranges::sort(out);
        out.erase(std::unique(out.begin(), out.end()), out.end());
        return out;
    }

    bool waived(std::string_view name) const { return std::ranges::find(spec_.waived, name) != spec_.waived.end(); }

    void protect() {
        for (const AbsPath& station : stations()) {
            for (const policy::ProtectedPath& entry : policy::protected_table()) {
                if (entry.where == policy::Where::in_home && station != spec_.home) continue;
                switch (entry.hold) {
                    case policy::Hold::part: break;
                    case policy::Hold::git: protect_repository_at(station); break;
                    case policy::Hold::read_only:
                        if (!waived(entry.path)) hold_in(station, entry.path, std::string(entry.reason));
                        break;
                }
            }
            for (const std::string& name : spec_.also_protected) hold_in(station, name, "postern.protect");
            const AbsPath worktrees = below(station, policy::kWorktrees);
            if (host_.kind(worktrees) == host::Kind::directory && host_.real(worktrees) == worktrees) {
                rules_.worktrees.push_back(worktrees);
            }
        }
        choose_nested_repositories();
        for (const AbsPath& directory : git_directories_) {
            if (rules_.may_write(directory)) protect_git_directory(directory);
        }
    }

    void choose_nested_repositories() {
        std::size_t held = 0;
        for (const AbsPath& nested : spec_.nested_repositories) {
            if (held == kHeldRepositories) break;
            if (std::ranges::find(git_directories_, nested) != git_directories_.end()) continue;
            // From an earlier look: a link that stands there now would open what it leads to.
            if (host_.real(nested) != nested) continue;
            if (host_.kind(nested) != host::Kind::directory || !rules_.may_write(nested)) continue;
            git_directories_.push_back(nested);
            ++held;
        }
        std::ranges::sort(git_directories_);
        git_directories_.erase(std::unique(git_directories_.begin(), git_directories_.end()), git_directories_.end());
    }

    void protect_git_directory(const AbsPath& directory) {
        for (const AbsPath& path : code_paths(directory, host_)) hold(path, "git runs code or takes settings from it");
        // The working tree, or what a person's shell would be in.
        const AbsPath top = directory.name() == ".git" ? directory.parent() : spec_.cwd;
        for (const AbsPath& path : configured_paths(directory, top, spec_.home, host_)) {
            // A whole root could not be held: nothing could be written then.
            const AbsPath real = host_.real(path);
            const bool root = std::ranges::any_of(rules_.roots, [&](const auto& r) { return real.contains(r.first); });
            if (rules_.may_write(real) && !root) hold(path, "the configuration of git names it");
        }
        rules_.pinned.push_back(directory);
        out_.repositories.push_back(directory);
    }

    void protect_repository_at(const AbsPath& station) {
        const AbsPath dot_git = below(station, ".git");
        const host::Kind kind = host_.kind(dot_git);
        if (kind == host::Kind::none) {
            // The station itself may be a git directory: $GIT_DIR in additionalDirectories, a bare repository.
            if (host_.kind(below(station, "HEAD")) == host::Kind::file &&
                host_.kind(below(station, "objects")) == host::Kind::directory)
                git_directories_.push_back(station);
            return;
        }
        if (kind == host::Kind::file) {
            hold(dot_git, "it says where the repository is");
            if (const auto repository = repository_at(station, host_)) {
                git_directories_.push_back(repository->git_directory);
                git_directories_.push_back(repository->common_directory);
            }
        } else if (kind == host::Kind::directory) {
            git_directories_.push_back(host_.real(dot_git));
        }
    }

    // ---- what may not be read

    Status hide() {
        for (const WantedPattern& wanted : spec_.deny_read) {
            auto paths = meant_by(wanted);
            if (!paths) return tl::unexpected<Error>(std::move(paths.error()));
            for (const AbsPath& path : *paths) {
                AbsPath real = host_.real(path);
                if (host_.kind(real) != host::Kind::none) rules_.hidden.emplace(std::move(real), wanted.why);
            }
        }
        for (const WantedPath& wanted : spec_.allow_read) {
            const AbsPath real = host_.real(wanted.path);
            // A link does not reopen what it points to, for a command could have made it.
            if (real != wanted.path && planted_link(wanted.path, real)) continue;
            if (host_.kind(real) == host::Kind::none) continue;
            if (rules_.hidden.erase(real) > 0) continue;
            rules_.reopened.emplace(real, wanted.why);
        }
        if (rules_.reading(spec_.cwd) == MountAccess::hidden) {
            return fail(Errc::invalid, "the working directory is hidden by denyRead; nothing can run in it",
                        spec_.cwd.text());
        }
        return {};
    }

    // Names are looked up at the gate then, also those that this machine knows from its own files.
    void name_files() {
        give("/etc/resolv.conf", "nameserver 127.0.0.1\nsearch .\n");
        const std::string here = spec_.host_name.empty() ? "" : ' ' + spec_.host_name;
        give("/etc/hosts", "127.0.0.1 localhost" + here + "\n::1 localhost" + here + '\n');
    }

    void give(std::string_view path, std::string content) {
        AbsPath place = host_.real(below(AbsPath::root(), path));
        if (host_.kind(place) != host::Kind::file) return;  // nothing can be mounted there, and programs do without
        out_.given.push_back({std::move(place), std::move(content), "postern.network.transparent"});
    }

    void sockets() {
        out_.network = spec_.network;
        out_.gate = spec_.gate;
        if (!out_.gate.transparent.empty()) name_files();
        out_.unix_sockets = spec_.unix_sockets;
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

    const SandboxSpec& spec_;
    const host::HostView& host_;
    Profile out_;
    FileRules rules_;
    std::vector<AbsPath> git_directories_;
};

}  // namespace

Result<Profile> resolve(const SandboxSpec& spec, const host::HostView& host,
                        const std::vector<std::string>& environment, const std::vector<Variable>& set) {
    auto profile = Resolver(spec, host).run();
    if (!profile) return profile;
    auto filtered = filter_environment({.host = environment,
                                        .keep = spec.keep_variables,
                                        .drop = spec.drop_variables,
                                        .network = spec.network,
                                        .set = set});
    profile->environment = std::move(filtered.kept);
    profile->dropped = std::move(filtered.dropped);
    return profile;
}

}  // namespace postern::sandbox
