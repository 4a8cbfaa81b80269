#include "sandbox/resolve.h"

#include "host/init_program.h"
#include "policy/protected_table.h"
#include "policy/safety.h"
#include "sandbox/environment.h"
#include "sandbox/gate_variables.h"
#include "sandbox/git_layout.h"
#include "sandbox/mount_order.h"
#include "sandbox/pattern_walk.h"
#include "sandbox/ssh_config.h"

#include <algorithm>
#include <array>
#include <utility>

namespace postern::sandbox {
namespace {

constexpr std::string_view kSshConfig = "/etc/ssh/ssh_config";
constexpr std::string_view kJavaOptions = "JAVA_TOOL_OPTIONS";
// Directories below which nothing may be made writable, whatever the settings say.
constexpr auto kNeverRoots = std::to_array<std::string_view>({"/proc", "/sys", "/dev"});

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
        out_.temporary = facts_.temporary;
        out_.root = facts_.root;
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
        guards();
        environment();
        if (out_.gate.hosts) lead_ssh_to_the_gate();
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
        add_root(facts_.temporary, "$TMPDIR");
        if (spec_.cwd == AbsPath::root() && !rules_.may_write(spec_.cwd)) {
            out_.notes.emplace_back("the working directory is / and stays read-only; --allow-write opens paths in it");
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

    // Opens the git directory of the working directory, wherever it lies, because `git commit` writes there.
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

    // ---- protected paths

    void hold(const AbsPath& path, const std::string& why) {
        const AbsPath real = host_.real(path);
        if (host_.kind(real) == FileKind::none) {
            if (rules_.may_write(real)) rules_.absent.emplace(real, why);
            return;
        }
        rules_.held.emplace(real, why);
    }

    // Like `hold`, for a name below a directory whose links have been followed. Most names are absent, and one look
    // shows that.
    void hold_in(const AbsPath& station, std::string_view name, const std::string& why) {
        AbsPath path = below(station, name);
        if (host_.present(below(station, name.substr(0, name.find('/'))))) return hold(path, why);
        rules_.absent.emplace(std::move(path), why);
    }

    // Returns the paths that an entry of a deny list stands for.
    Result<std::vector<AbsPath>> meant_by(const WantedPattern& wanted) const {
        if (!wanted.pattern) return std::vector<AbsPath>{wanted.path};
        auto found = find_matches(*wanted.pattern, wanted.path, host_);
        if (!found) return fail(found.error().code, found.error().what, wanted.why);
        return found;
    }

    Status deny_writes() {
        for (const WantedPattern& wanted : spec_.deny_write) {
            // Skips a pattern that cannot match below any writable root.
            const bool matters = !wanted.pattern || std::ranges::any_of(rules_.roots, [&](const auto& root) {
                return wanted.pattern->matches_at_or_below(root.first) || root.first.contains(wanted.path);
            });
            if (!matters) continue;
            auto paths = meant_by(wanted);
            if (!paths) return tl::unexpected<Error>(std::move(paths.error()));
            for (const AbsPath& path : *paths) hold(path, wanted.why);
        }
        for (const WantedPath& wanted : spec_.never_writable) hold(wanted.path, wanted.why);
        if (facts_.own_program) {
            hold(*facts_.own_program, "Postern itself");
            // Also where there is none now: the next run would take it from there.
            for (const AbsPath& place : host::init_places(*facts_.own_program)) hold(place, "Postern itself");
        }
        return {};
    }

    // Returns the directories in which the names of the protected table are looked up: the roots, the directories
    // between them and the working directory, and home.
    std::vector<AbsPath> lookup_directories() const {
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
        for (const AbsPath& station : lookup_directories()) {
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
            if (host_.kind(worktrees) == FileKind::directory && host_.real(worktrees) == worktrees) {
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
        for (const AbsPath& nested : facts_.nested_repositories) {
            if (held == kHeldRepositories) break;
            if (std::ranges::find(git_directories_, nested) != git_directories_.end()) continue;
            // The list is from an earlier run. A link put there since would make its target writable.
            if (host_.real(nested) != nested) continue;
            if (host_.kind(nested) != FileKind::directory || !rules_.may_write(nested)) continue;
            git_directories_.push_back(nested);
            ++held;
        }
        std::ranges::sort(git_directories_);
        git_directories_.erase(std::unique(git_directories_.begin(), git_directories_.end()), git_directories_.end());
    }

    void protect_git_directory(const AbsPath& directory) {
        for (const AbsPath& path : code_paths(directory, host_)) hold(path, "git runs code or takes settings from it");
        // The working tree; for a git directory without one, the directory from which a person would run git.
        const AbsPath top = directory.name() == ".git" ? directory.parent() : spec_.cwd;
        for (const AbsPath& path : configured_paths(directory, top, spec_.home, host_)) {
            // Does not hold a path that contains a whole root, because then nothing could be written.
            const AbsPath real = host_.real(path);
            const bool root = std::ranges::any_of(rules_.roots, [&](const auto& r) { return real.contains(r.first); });
            if (rules_.may_write(real) && !root) hold(path, "the configuration of git names it");
        }
        rules_.cannot_move.push_back(directory);
        out_.repositories.push_back(directory);
    }

    void protect_repository_at(const AbsPath& station) {
        const AbsPath dot_git = below(station, ".git");
        const FileKind kind = host_.kind(dot_git);
        if (kind == FileKind::none) {
            // The directory itself may be a git directory: $GIT_DIR in additionalDirectories, or a bare repository.
            if (host_.kind(below(station, "HEAD")) == FileKind::file &&
                host_.kind(below(station, "objects")) == FileKind::directory)
                git_directories_.push_back(station);
            return;
        }
        if (kind == FileKind::file) {
            hold(dot_git, "it says where the repository is");
            if (const auto repository = repository_at(station, host_)) {
                git_directories_.push_back(repository->git_directory);
                git_directories_.push_back(repository->common_directory);
            }
        } else if (kind == FileKind::directory) {
            git_directories_.push_back(host_.real(dot_git));
        }
    }

    // ---- hidden paths

    Status hide() {
        std::vector<WantedPattern> hidden = spec_.deny_read;
        // Commands have no use for these files, and could hold their locks.
        if (!spec_.stores.contains(facts_.temporary)) hidden.push_back({spec_.stores, "Postern's own stores"});
        for (const WantedPattern& wanted : hidden) {
            auto paths = meant_by(wanted);
            if (!paths) return tl::unexpected<Error>(std::move(paths.error()));
            for (const AbsPath& path : *paths) {
                AbsPath real = host_.real(path);
                if (host_.kind(real) != FileKind::none) rules_.hidden.emplace(std::move(real), wanted.why);
            }
        }
        for (const WantedPath& wanted : spec_.allow_read) {
            const AbsPath real = host_.real(wanted.path);
            // A link that a command may have made does not reopen its target.
            if (real != wanted.path && planted_link(wanted.path, real)) continue;
            if (host_.kind(real) == FileKind::none) continue;
            if (rules_.hidden.erase(real) > 0) continue;
            rules_.reopened.emplace(real, wanted.why);
        }
        if (rules_.reading(spec_.cwd) == MountAccess::hidden) {
            return fail(Errc::invalid, "the working directory is hidden by denyRead; nothing can run in it",
                        spec_.cwd.text());
        }
        return {};
    }

    // Replaces the files for name look-up, so that the gate resolves all names, also those in this machine's
    // /etc/hosts.
    void name_files() {
        give("/etc/resolv.conf", "nameserver 127.0.0.1\nsearch .\n");
        const std::string here = facts_.name.empty() ? "" : ' ' + facts_.name;
        give("/etc/hosts", "127.0.0.1 localhost" + here + "\n::1 localhost" + here + '\n');
    }

    void give(std::string_view path, std::string content) {
        AbsPath place = host_.real(below(AbsPath::root(), path));
        if (host_.kind(place) != FileKind::file) return;  // nothing to mount on; programs work without it
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

    void guards() {
        out_.exec_guard = spec_.exec_guard;
        out_.create_guard = spec_.create_guard == settings::Toggle::on && facts_.sandbox.exec_guard &&
                            out_.files_isolated && !out_.absent.empty();
        if (facts_.sandbox.fresh_proc) return;
        out_.proc = Proc::host;
        out_.weaknesses.emplace_back("the sandbox is weaker here: " + facts_.sandbox.reason);
    }

    void environment() {
        std::vector<Variable> set{{"POSTERN", "1"}, {"TMPDIR", facts_.temporary.text()}};
        if (out_.gate.hosts) {
            const bool users_own = std::ranges::find(spec_.keep_variables, kJavaOptions) != spec_.keep_variables.end();
            const Java java = !users_own && facts_.has_java ? Java::present : Java::absent;
            for (Variable& variable : gate_variables(java, spec_.variables)) set.push_back(std::move(variable));
        }
        set.insert(set.end(), spec_.variables.begin(), spec_.variables.end());
        auto filtered = filter_environment({.host = facts_.environment,
                                            .keep = spec_.keep_variables,
                                            .drop = spec_.drop_variables,
                                            .network = spec_.network,
                                            .set = std::move(set)});
        out_.environment = std::move(filtered.kept);
        out_.dropped = std::move(filtered.dropped);
    }

    // Gives ssh the system's configuration with one more entry, which counts only if no other says how to connect.
    void lead_ssh_to_the_gate() {
        if (!facts_.has_ssh) return;
        const AbsPath file = below(AbsPath::root(), kSshConfig);
        if (auto text = ssh_config(file)) {
            out_.given.push_back({file, std::move(*text), "leads ssh to the gate"});
        } else {
            out_.notes.push_back(
                "ssh does not find the gate by itself, give it -o ProxyCommand='postern connect %h %p': " +
                file.text() + ": " + text.error().what);
        }
    }

    Result<std::string> ssh_config(const AbsPath& file) const {
        // A link would have to be followed inside, where it may lead to nothing.
        if (host_.kind(file) != FileKind::file || host_.real(file) != file) {
            return fail(Errc::unsupported, "it is no plain file");
        }
        const bool hidden = std::ranges::any_of(out_.mounts, [&](const Mount& mount) {
            return mount.access == MountAccess::hidden && mount.path.contains(file);
        });
        if (hidden) return fail(Errc::unsupported, "it may not be read");
        if (!facts_.own_program) return fail(Errc::unsupported, "cannot find out where postern itself is");
        const auto text = host_.text(file);
        if (!text) return fail(Errc::io, "it cannot be read");
        return ssh_config_with_gate(*text, *facts_.own_program, facts_.root ? Includes::kept : Includes::left_out);
    }

    const SandboxSpec& spec_;
    const host::Facts& facts_;
    const HostView& host_;
    Profile out_;
    FileRules rules_;
    std::vector<AbsPath> git_directories_;
};

}  // namespace

Result<Profile> resolve(const SandboxSpec& spec, const host::Facts& facts, const HostView& files) {
    return Resolver(spec, facts, files).run();
}

Profile unsandboxed_profile(const AbsPath& cwd, const SpecOptions& options, const host::Facts& facts) {
    Profile out;
    out.cwd = cwd;
    out.files_isolated = false;
    out.network = Network::host;
    out.unix_sockets = UnixSockets::open;
    out.proc = Proc::host;
    out.nested = NestedNamespaces::allowed;
    out.root = facts.root;
    out.limits = options.limits;
    for (const std::string& variable : facts.environment) {
        const std::size_t end = variable.find('=');
        if (end == std::string::npos) continue;
        const std::string name = variable.substr(0, end);
        if (std::ranges::find(options.variables, name, &Variable::name) != options.variables.end()) continue;
        out.environment.push_back({name, variable.substr(end + 1)});
    }
    out.environment.insert(out.environment.end(), options.variables.begin(), options.variables.end());
    return out;
}

}  // namespace postern::sandbox
