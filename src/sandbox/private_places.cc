#include "sandbox/private_places.h"

#include "base/ascii.h"
#include "base/text.h"
#include "sandbox/cache_table.h"
#include "sandbox/environment_table.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace postern::sandbox {
namespace {

struct PrivateTemporary {
    std::string_view path, store;
};
constexpr auto kTemporary = std::to_array<PrivateTemporary>({{"/tmp", "tmp"}, {"/var/tmp", "var-tmp"}});
constexpr std::string_view kPath = "PATH=";
// Names that programs read besides TMPDIR.
constexpr auto kOtherTemporary = std::to_array<std::string_view>({"TMP", "TEMP", "TEMPDIR"});
constexpr std::size_t kMostSockets = 100;

AbsPath below(const AbsPath& directory, std::string_view name) {
    return AbsPath::resolve(directory, name).value_or(directory);
}

class Places {
public:
    Places(const SandboxSpec& spec, const host::Facts& facts, const HostView& host, FileRules& rules, Profile& out)
        : spec_(spec), facts_(facts), host_(host), rules_(rules), out_(out) {}

    void run() {
        for (const PrivateTemporary& each : kTemporary) {
            keep(below(AbsPath::root(), each.path),
                 {.base = facts_.temporary, .store = std::string(each.store), .whose = spec_.project.text()},
                 "in the place of the host's");
        }
        caches();
        if (rules_.kept.empty()) return;
        show(spec_.cwd, "the working directory");
        show(spec_.home, "home");
        programs();
        for (const WantedPath& socket : spec_.listed_sockets) show(socket.path, socket.why);
        if (spec_.unix_sockets == UnixSockets::open) all_sockets();
    }

private:
    void keep(const AbsPath& path, KeptPlace place, std::string why) {
        AbsPath real = host_.real(path);
        if (host_.kind(real) != FileKind::directory || rules_.may_write(real) || rules_.is_held(real)) return;
        place.base = host_.real(place.base);
        place.why = std::move(why);
        if (facts_.moves_paths) {
            rules_.kept.emplace(std::move(real), std::move(place));
            return;
        }
        AbsPath store = store_of(place, {});
        if (path == below(AbsPath::root(), kTemporary.front().path)) out_.temporary = store;
        rules_.roots.emplace(std::move(store), "in the place of " + path.text());
    }

    void caches() {
        if (spec_.caches == settings::Caches::off) return;
        if (!facts_.caches) {
            out_.notes.emplace_back("there are no private caches: the directory for them cannot be made");
            return;
        }
        const bool shared = spec_.caches == settings::Caches::user;
        const AbsPath directory = facts_.caches->parent();
        keep(directory,
             {.base = *facts_.caches, .store = "cache", .whose = shared ? std::string{} : spec_.project.text()},
             shared ? "caches of all projects; postern.caches" : "caches of this project; postern.caches");
        for (const InstalledRow& row : installed_table()) show(below(directory, row.path), std::string(row.why));
    }

    // Shows something of the host that lies below a private directory, as far as it can be read otherwise.
    void show(const AbsPath& path, const std::string& why) {
        const AbsPath real = host_.real(path);
        if (!rules_.covered(real) || rules_.kept.contains(real) || rules_.hidden.contains(real)) return;
        if (host_.kind(real) != FileKind::none) rules_.reopened.emplace(real, why);
    }

    void programs() {
        for (const std::string_view variable : facts_.environment) {
            if (!variable.starts_with(kPath)) continue;
            for (const std::string_view each : split(variable.substr(kPath.size()), ':')) {
                if (const auto path = AbsPath::parse(each)) show(*path, "named in PATH");
            }
        }
        if (spec_.gate.hosts && facts_.own_program) show(*facts_.own_program, "leads ssh to the gate");
    }

    // Shows the sockets in the host's /tmp and in directories there, as far as they can be listed.
    void all_sockets() {
        std::vector<AbsPath> found;
        for (const PrivateTemporary& each : kTemporary) collect_sockets(below(AbsPath::root(), each.path), 1, found);
        for (const AbsPath& socket : found) show(socket, "sandbox.network.allowAllUnixSockets");
    }
    void collect_sockets(const AbsPath& directory, int deeper, std::vector<AbsPath>& out) const {
        const auto entries = host_.list(directory);
        if (!entries) return;
        for (const Entry& entry : *entries) {
            const AbsPath path = below(directory, entry.name);
            if (entry.link || out.size() == kMostSockets) continue;
            if (entry.directory) {
                if (deeper > 0) collect_sockets(path, deeper - 1, out);
            } else if (host_.kind(path) == FileKind::other) {
                out.push_back(path);
            }
        }
    }

    const SandboxSpec& spec_;
    const host::Facts& facts_;
    const HostView& host_;
    FileRules& rules_;
    Profile& out_;
};

std::string filled(std::string_view value, const std::string& directory) {
    std::string out(value);
    for (std::size_t at = out.find("{}"); at != std::string::npos; at = out.find("{}", at + directory.size()))
        out.replace(at, 2, directory);
    return out;
}

// A variable of the user's. Programs that read it ignore case in some of these names.
std::optional<Variable> find(const std::vector<std::string>& environment, std::string_view name) {
    for (const std::string_view each : environment) {
        const std::size_t sign = each.find('=');
        if (sign == std::string_view::npos || lower_case(each.substr(0, sign)) != lower_case(name)) continue;
        return Variable{std::string(each.substr(0, sign)), std::string(each.substr(sign + 1))};
    }
    return std::nullopt;
}

// Tells whether the user's own value stays.
bool is_left_alone(const CacheRow& row, const Variable& own, const HostView& host, const Profile& profile) {
    if (!row.value.starts_with("{}"))
        return suspect(own.name, own.value) == nullptr;  // options: theirs and ours do not mix
    const auto path = AbsPath::parse(own.value.substr(0, own.value.find(':')));
    if (!path) return false;
    if (row.use == CacheUse::installed && host.kind(*path) != FileKind::none) return true;
    return can_write_inside(profile, host.real(*path));
}

}  // namespace

void add_private_places(const SandboxSpec& spec, const host::Facts& facts, const HostView& host, FileRules& rules,
                        Profile& out) {
    Places(spec, facts, host, rules, out).run();
}

std::vector<Variable> cache_variables(const SandboxSpec& spec, const host::Facts& facts, const HostView& host,
                                      const Profile& profile) {
    std::vector<Variable> out;
    for (const std::string_view name : kOtherTemporary) {
        const auto own = find(facts.environment, name);
        const auto path = own ? AbsPath::parse(own->value) : AbsPath::parse("/");
        if (own && (!path || !can_write_inside(profile, *path))) out.push_back({own->name, profile.temporary.text()});
    }
    if (spec.caches == settings::Caches::off || !facts.caches) return out;
    const AbsPath directory = host.real(facts.caches->parent());
    if (!can_write_inside(profile, directory)) return out;
    for (const CacheRow& row : cache_table()) {
        const auto own = find(facts.environment, row.variable);
        const std::string name = own ? own->name : std::string(row.variable);
        if (std::ranges::find(spec.keep_variables, name) != spec.keep_variables.end()) continue;
        if (own && is_left_alone(row, *own, host, profile)) continue;
        if (!own && row.use == CacheUse::found) continue;
        if (!own && row.use == CacheUse::installed && host.kind(below(spec.home, row.usual)) != FileKind::none)
            continue;
        out.push_back({name, filled(row.value, directory.text())});
    }
    return out;
}

}  // namespace postern::sandbox
