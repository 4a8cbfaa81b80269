#include "sandbox/protect.h"

#include "base/git_config_files.h"
#include "policy/protected_table.h"
#include "sandbox/git_layout.h"
#include "sandbox/resolve.h"
#include "sandbox/start_variables.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace postern::sandbox {
namespace {

constexpr const char* kGitFile = "git runs code or takes settings from it";
constexpr const char* kConfigured = "the configuration of git names it";

AbsPath below(const AbsPath& directory, std::string_view name) {
    return AbsPath::resolve(directory, name).value_or(directory);
}

// Directories that a variable puts in another place than the protected table says.
struct MovedPlace {
    std::string_view variable, usual;
};
constexpr auto kMovedPlaces = std::to_array<MovedPlace>(
    {{"XDG_CONFIG_HOME=", ".config"}, {"XDG_DATA_HOME=", ".local/share"}, {"XDG_STATE_HOME=", ".local/state"}});

// A directory in which names of the protected table are looked up.
struct Station {
    AbsPath path;
    AbsPath meaning;  // the path that the table is compared with
    bool operator<(const Station& other) const { return std::tie(path, meaning) < std::tie(other.path, other.meaning); }
    bool operator==(const Station&) const = default;
};

class Protector {
public:
    Protector(const SandboxSpec& spec, const host::Facts& facts, const HostView& host, FileRules& rules, Profile& out)
        : spec_(spec), facts_(facts), host_(host), rules_(rules), out_(out) {}

    Status run() {
        add_repository_around();
        for (const Station& station : stations()) protect_names(station);
        choose_nested_repositories();
        users_own_ = read_user_git_config(facts_.environment, around_);
        if (!users_own_.unknown.empty()) return unreadable(users_own_.unknown.front());
        hold_configured(users_own_, {spec_.cwd});
        for (const StartPath& named : paths_named_by(facts_.environment, spec_.cwd)) {
            if (!around_a_root(named.path)) hold_if_writable(named.path, named.why);
        }
        for (const AbsPath& directory : git_directories_) {
            if (!rules_.may_write(directory)) continue;
            if (Status ok = protect_git_directory(directory); !ok) return ok;
        }
        return {};
    }

private:
    // ---- names of the table

    // Returns the roots, the directories between them and the working directory, home, and what variables put in the
    // place of directories in home.
    std::vector<Station> stations() const {
        std::vector<Station> out;
        for (const auto& [root, why] : rules_.roots) {
            out.push_back({root, root});
            if (!root.contains(spec_.cwd)) continue;
            for (AbsPath at = spec_.cwd; at != root; at = at.parent()) out.push_back({at, at});
        }
        if (rules_.may_write(spec_.home)) out.push_back({spec_.home, spec_.home});
        for (const MovedPlace& place : kMovedPlaces) {
            for (const std::string_view each : facts_.environment) {
                if (!each.starts_with(place.variable)) continue;
                const auto path = AbsPath::parse(each.substr(place.variable.size()));
                if (!path) continue;
                const AbsPath real = host_.real(*path);
                if (rules_.may_write(real)) out.push_back({real, below(spec_.home, place.usual)});
            }
        }
        std::ranges::sort(out, std::less<>());
        out.erase(std::unique(out.begin(), out.end()), out.end());
        return out;
    }

    // Holds a name in a directory whose links have been followed. Most names are absent, and one look shows that.
    void hold_in(const AbsPath& directory, std::string_view name, const std::string& why) {
        AbsPath path = below(directory, name);
        const std::size_t slash = name.find('/');
        const bool maybe = slash == std::string_view::npos ? host_.present(path)
                                                           : host_.present(below(directory, name.substr(0, slash)));
        if (maybe) return rules_.hold(path, why, host_);
        rules_.absent.emplace(std::move(path), why);
    }

    void protect_names(const Station& station) {
        std::vector<const policy::ProtectedPath*> with_star;
        for (const policy::ProtectedPath& entry : policy::protected_table()) {
            if (entry.hold == policy::Hold::part) continue;
            if (entry.hold == policy::Hold::git) {
                protect_repository_at(station.path);
            } else if (std::ranges::find(spec_.waived, entry.path) != spec_.waived.end()) {
                continue;
            } else if (entry.path.find('*') != std::string_view::npos) {
                with_star.push_back(&entry);
            } else {
                protect_name(station, entry);
            }
        }
        // A directory that cannot be listed is one in which no tool finds a file by a part of its name.
        for (const Entry& each : host_.list(station.path).value_or(std::vector<Entry>{})) {
            for (const policy::ProtectedPath* entry : with_star) {
                if (policy::is_name(entry->path, each.name))
                    hold_in(station.path, each.name, std::string(entry->reason));
            }
        }
        for (const std::string& name : spec_.also_protected) hold_in(station.path, name, "postern.protect");
        const AbsPath worktrees = below(station.path, policy::kWorktrees);
        if (host_.kind(worktrees) == FileKind::directory && host_.real(worktrees) == worktrees) {
            rules_.exempt.push_back(worktrees);
        }
    }

    // Also finds the rest of an entry whose beginning lies at or above the station: `git` in ~/.config.
    void protect_name(const Station& station, const policy::ProtectedPath& entry) {
        const bool in_home = entry.where == policy::Where::in_home;
        if (!in_home || station.meaning == spec_.home) {
            hold_in(station.path, entry.path, std::string(entry.reason));
        }
        for (std::size_t slash = entry.path.find('/'); slash != std::string_view::npos;
             slash = entry.path.find('/', slash + 1)) {
            const std::string_view begin = entry.path.substr(0, slash);
            const std::string& text = station.meaning.text();
            const bool here = in_home ? station.meaning == below(spec_.home, begin)
                                      : text.ends_with(begin) && text[text.size() - begin.size() - 1] == '/';
            if (here) hold_in(station.path, entry.path.substr(slash + 1), std::string(entry.reason));
        }
    }

    // ---- git

    void add_repository_around() {
        const auto repository = repository_around(spec_.cwd, host_);
        if (!repository || repository->top.contains(spec_.home)) return;
        git_directories_.push_back(repository->git_directory);
        git_directories_.push_back(repository->common_directory);
        top_ = repository->top;
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
        if (auto target = host_.link(dot_git)) rules_.links.emplace(dot_git, std::move(*target));
        if (kind == FileKind::file) {
            rules_.hold(dot_git, "it says where the repository is", host_);
            if (const auto repository = repository_at(station, host_)) {
                git_directories_.push_back(repository->git_directory);
                git_directories_.push_back(repository->common_directory);
            }
        } else if (kind == FileKind::directory) {
            git_directories_.push_back(host_.real(dot_git));
        }
    }

    void choose_nested_repositories() {
        for (const AbsPath& nested : facts_.nested_repositories) {
            if (nested_.size() == kHeldRepositories) break;
            if (std::ranges::find(git_directories_, nested) != git_directories_.end()) continue;
            // The list is from an earlier run. A link put there since would make its target writable.
            if (host_.real(nested) != nested) continue;
            if (host_.kind(nested) != FileKind::directory || !rules_.may_write(nested)) continue;
            nested_.push_back(nested);
        }
        git_directories_.insert(git_directories_.end(), nested_.begin(), nested_.end());
        std::ranges::sort(git_directories_);
        git_directories_.erase(std::unique(git_directories_.begin(), git_directories_.end()), git_directories_.end());
    }

    Status protect_git_directory(const AbsPath& directory) {
        for (const AbsPath& path : code_paths(directory, host_)) rules_.hold(path, kGitFile, host_);
        for (const AbsPath& part : git_directories_in(directory, host_).directories) {
            const GitSettings settings =
                read_git_config({below(part, "config"), below(part, "config.worktree")}, around_);
            std::vector<AbsPath> tops = working_trees(part, host_);
            tops.push_back(top_.value_or(spec_.cwd));
            hold_configured(settings, tops);
            hold_configured(users_own_, tops);
            if (settings.unknown.empty()) continue;
            if (std::ranges::find(nested_, directory) == nested_.end()) return unreadable(settings.unknown.front());
            out_.weaknesses.push_back("what git would run in " + directory.text() +
                                      " is not protected: " + text_of(settings.unknown.front()));
        }
        rules_.cannot_move.push_back(directory);
        out_.repositories.push_back(directory);
        return {};
    }

    static Status unreadable(const Error& error) {
        return fail(Errc::invalid,
                    "the configuration of git cannot be read, so what git runs cannot be protected; nothing was run: " +
                        error.what,
                    error.where);
    }

    void hold_configured(const GitSettings& settings, const std::vector<AbsPath>& tops) {
        const ConfiguredPaths paths = configured_paths(settings, tops, around_);
        for (const AbsPath& path : paths.files) {
            if (!around_a_root(path)) hold_if_writable(path, kConfigured);
        }
        for (const AbsPath& path : paths.hooks) {
            // A directory with a whole root in it cannot be held, because then nothing could be written.
            if (!around_a_root(path)) {
                hold_if_writable(path, kConfigured);
                continue;
            }
            for (const std::string_view name : kGitHooks) hold_if_writable(below(path, name), kConfigured);
        }
    }

    bool around_a_root(const AbsPath& path) const {
        const AbsPath real = host_.real(path);
        return std::ranges::any_of(rules_.roots, [&](const auto& root) { return real.contains(root.first); });
    }

    void hold_if_writable(const AbsPath& path, const std::string& why) {
        if (rules_.may_write(host_.real(path)) || rules_.may_write(path)) rules_.hold(path, why, host_);
    }

    const SandboxSpec& spec_;
    const host::Facts& facts_;
    const HostView& host_;
    FileRules& rules_;
    Profile& out_;
    const GitSurroundings around_ = git_surroundings(spec_.home, host_);
    GitSettings users_own_{};
    std::optional<AbsPath> top_{};  // working tree of the repository around the working directory
    std::vector<AbsPath> git_directories_{}, nested_{};
};

}  // namespace

Status protect(const SandboxSpec& spec, const host::Facts& facts, const HostView& host, FileRules& rules,
               Profile& out) {
    return Protector(spec, facts, host, rules, out).run();
}

}  // namespace postern::sandbox
