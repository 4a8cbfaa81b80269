#include "sandbox/spec.h"

#include "base/quantity.h"
#include "policy/decide.h"
#include "policy/decide_exec.h"
#include "settings/defaults.h"
#include "settings/paths.h"

#include <algorithm>
#include <utility>

namespace postern::sandbox {
namespace {

using settings::Origin;
using settings::Settings;

bool has_wildcard(std::string_view path) {
    return path.find_first_of("*?[") != std::string_view::npos;
}

// Returns the part of a path before its first component with a wildcard.
AbsPath literal_part(const AbsPath& path) {
    const std::string& text = path.text();
    const std::size_t wildcard = text.find_first_of("*?[");
    if (wildcard == std::string::npos) return path;
    const std::size_t slash = text.rfind('/', wildcard);
    return AbsPath::parse(slash == 0 ? "/" : text.substr(0, slash)).value_or(AbsPath::root());
}

// Returns a rule's specifier without the prefix that names its anchor.
std::string_view without_anchor(std::string_view specifier) {
    for (const std::string_view prefix : {"//", "/", "~/", "./"}) {
        if (specifier.starts_with(prefix)) return specifier.substr(prefix.size());
    }
    return specifier == "~" ? "" : specifier;
}

class SpecMaker {
public:
    SpecMaker(const Settings& settings, const policy::Policy& policy, const settings::Places& places)
        : settings_(settings),
          policy_(policy),
          places_(places),
          out_{.cwd = policy.host.cwd,
               .home = places.home,
               .stores = places.state_home,
               .project = places.project,
               .caches = settings::caches(settings)} {}

    Result<SandboxSpec> run(const SpecOptions& options) {
        Status ok = writable(options);
        if (ok) ok = denied(options);
        if (ok) ok = rules();
        if (ok) ok = ports();
        protections();
        gate();
        guards();
        if (ok) ok = sockets();
        if (ok) ok = limits(options.limits);
        if (!ok) return tl::unexpected<Error>(std::move(ok.error()));
        switches();
        out_.variables = options.variables;
        return std::move(out_);
    }

private:
    tl::unexpected<Error> located(Error error, const Origin& origin) const {
        error.where = settings::render(settings_, origin);
        return tl::unexpected<Error>(std::move(error));
    }

    const settings::Source& source(const Origin& origin) const { return settings_.sources[origin.source]; }

    // Why a path is wanted, and by whom.
    struct Wish {
        std::string why;
        bool firm = false, of_project = false;
    };
    Wish wish(const Origin& origin) const {
        return {settings::render(settings_, origin), is_firm(source(origin)), comes_with_project(source(origin))};
    }

    // Calls `take` with the path and the wish of each entry. Errors name the entry.
    template <class Take>
    Status each(const settings::List& list, const Take& take) {
        for (const auto& entry : list) {
            auto path = settings::resolve_path(settings_, entry.origin, settings::PathPlace::list, entry.value);
            if (!path) return located(std::move(path.error()), entry.origin);
            if (Status ok = take(std::move(*path), wish(entry.origin)); !ok) {
                return located(std::move(ok.error()), entry.origin);
            }
        }
        return {};
    }

    // Does the same for paths from the command line.
    template <class Take>
    Status each(const std::vector<std::string>& written, std::string_view option, const Take& take) {
        for (const std::string& text : written) {
            auto path = AbsPath::resolve(out_.cwd, text);
            if (!path) return fail(path.error().code, path.error().what, std::string(option));
            if (Status ok = take(std::move(*path), Wish{.why = std::string(option), .firm = true}); !ok) {
                return fail(ok.error().code, ok.error().what, std::string(option));
            }
        }
        return {};
    }

    Status writable(const SpecOptions& options) {
        // Home, and what lies above it, is opened only if somebody names it: what shells and tools run lies there.
        const AbsPath& project = places_.project;
        if (!project.contains(out_.home) && project != AbsPath::root()) {
            out_.writable.push_back({project, project == out_.cwd ? "the working directory" : "the project"});
        }
        const auto add = [this](const AbsPath& path, Wish by) -> Status {
            // `dir/**` means the directory. Other wildcards are refused, because a command could choose matching names.
            std::string text = path.text();
            while (text.ends_with("/**") || text.ends_with("/*")) text.erase(text.rfind('/'));
            if (has_wildcard(text)) return fail(Errc::invalid, "what may be written is named without wildcards");
            auto plain = AbsPath::parse(text.empty() ? "/" : text);
            if (!plain) return tl::unexpected<Error>(std::move(plain.error()));
            out_.writable.push_back({std::move(*plain), std::move(by.why)});
            return {};
        };
        Status ok = each(settings_.permissions.additional_directories, add);
        if (ok) ok = each(settings_.sandbox.filesystem.allow_write, add);
        const std::size_t by_settings = out_.writable.size();
        if (ok) ok = each(options.allow_write, "--allow-write", add);
        for (std::size_t n = by_settings; n < out_.writable.size(); ++n) out_.writable[n].must_exist = true;
        return ok;
    }

    Status add_pattern(const AbsPath& path, Wish by, std::vector<WantedPattern>& out) {
        // Adds the path as a plain name in every case, because wildcard characters may be part of a real name.
        out.push_back({.path = path, .why = by.why, .firm = by.firm});
        if (!has_wildcard(path.text())) return {};
        const policy::Anchors anchors{.cwd = out_.cwd, .home = out_.home, .settings_dir = out_.cwd};
        auto pattern = policy::PathPattern::compile("/" + path.text(), anchors, policy::Effect::deny);
        if (!pattern) return tl::unexpected<Error>(std::move(pattern.error()));
        AbsPath start = literal_part(path);
        out.push_back({std::move(start), std::move(by.why), std::move(*pattern), by.firm});
        return {};
    }

    Status denied(const SpecOptions& options) {
        const auto to = [this](std::vector<WantedPattern>& list) {
            return [this, &list](const AbsPath& path, Wish by) { return add_pattern(path, std::move(by), list); };
        };
        const auto& files = settings_.sandbox.filesystem;
        Status ok = each(files.deny_write, to(out_.deny_write));
        if (ok) ok = each(files.deny_read, to(out_.deny_read));
        if (ok) ok = each(options.deny_write, "--deny-write", to(out_.deny_write));
        if (ok) ok = each(options.deny_read, "--deny-read", to(out_.deny_read));
        if (ok)
            ok = each(files.allow_read, [this](AbsPath path, Wish by) -> Status {
                if (has_wildcard(path.text()))
                    return fail(Errc::invalid, "allowRead entries are named without wildcards");
                out_.allow_read.push_back(
                    {.path = std::move(path), .why = std::move(by.why), .of_project = by.of_project});
                return {};
            });
        for (const settings::Credential& file : settings_.sandbox.credential_files) {
            if (!ok) break;
            auto path = settings::resolve_path(settings_, file.origin, settings::PathPlace::list, file.subject);
            if (!path) return located(std::move(path.error()), file.origin);
            ok = add_pattern(*path, wish(file.origin), out_.deny_read);
        }
        if (policy_.block_reads_outside) out_.read_only_these = policy_.working_directories;
        return ok;
    }

    // Applies Read and Edit rules to commands in the sandbox.
    Status rules() {
        for (const policy::CompiledRule& rule : policy_.deny) {
            if (!rule.path) continue;
            const std::string why =
                rule.rule.tool + '(' + rule.rule.specifier + ") in " + *rule.source + '#' + rule.pointer;
            auto& list = rule.rule.tool == "Read" ? out_.deny_read : out_.deny_write;
            list.push_back({rule.path->anchor(), why, *rule.path, rule.firm});
        }
        for (const policy::CompiledRule& rule : policy_.allow) {
            if (!rule.path || rule.rule.tool != "Edit") continue;
            const AbsPath& anchor = rule.path->anchor();
            // Only a rule that names one directory or file makes it writable. Rules with other wildcards are ignored
            // here.
            std::string text = rule.rule.specifier;
            while (text.ends_with("/**")) text.erase(text.size() - 3);
            if (has_wildcard(text)) continue;
            const auto path = AbsPath::resolve(anchor, without_anchor(text));
            if (path && (rule.path->matches(*path) || rule.path->matches_at_or_below(*path))) {
                out_.writable.push_back({*path, rule.rule.tool + '(' + rule.rule.specifier + ')'});
            }
        }
        return {};
    }

    Status ports() {
        const auto& own = settings_.postern.network;
        GatePlan& plan = out_.gate;
        plan.exposed = settings::port_numbers(own.expose_ports);
        plan.from_host = settings::port_numbers(own.host_ports);
        for (const settings::Ports* ports : {&own.expose_ports, &own.host_ports}) {
            for (const auto& port : *ports) {
                if (port.value == kGatePort)
                    return located({Errc::invalid, "the gate itself is at this port inside", {}}, port.origin);
            }
        }
        for (const auto& port : own.host_ports) {
            if (std::ranges::find(plan.exposed, port.value) != plan.exposed.end())
                return located({Errc::invalid, "this port is in exposePorts too; it can lead one way only", {}},
                               port.origin);
        }
        return {};
    }

    void gate() {
        const auto& own = settings_.postern.network;
        GatePlan& plan = out_.gate;
        plan.hosts = policy::opens_hosts(policy_);
        if (plan.hosts && settings::transparent(settings_) == settings::Toggle::on) {
            plan.transparent = settings::transparent_ports(settings_);
        }
        plan.hidden_server_names = settings::hidden_server_name(settings_) == settings::Permit::allow;
        if (own.max_connections) plan.max_connections = static_cast<std::uint64_t>(own.max_connections->value);
        if (plan.hosts || !plan.exposed.empty() || !plan.from_host.empty()) out_.network = Network::gate;
    }

    Status sockets() {
        const auto& network = settings_.sandbox.network;
        if (settings::value_or(network.allow_all_unix_sockets, false)) {
            out_.unix_sockets = UnixSockets::open;
            return {};
        }
        Status ok = each(network.allow_unix_sockets, [this](AbsPath path, Wish by) -> Status {
            out_.listed_sockets.push_back({std::move(path), std::move(by.why)});
            return {};
        });
        return ok;
    }

    // Parses a size, unless `out` already has a value.
    Status bytes(const settings::Optional<std::string>& text, std::optional<std::uint64_t>& out) {
        if (!text || out) return {};
        auto value = parse_bytes(text->value);
        if (!value) return located(std::move(value.error()), text->origin);
        out = *value;
        return {};
    }

    Status limits(const ResourceLimits& wanted) {
        const auto& set = settings_.postern.limits;
        out_.limits = wanted;
        const auto time = [this](const settings::Optional<std::string>& text,
                                 std::optional<std::uint32_t>& out) -> Status {
            if (!text || out) return {};
            auto value = parse_milliseconds(text->value);
            if (!value) return located(std::move(value.error()), text->origin);
            out = *value;
            return {};
        };
        Status ok = bytes(settings_.postern.network.max_bytes, out_.gate.max_bytes);
        if (ok) ok = bytes(set.memory, out_.limits.memory_bytes);
        if (ok) ok = bytes(set.file_size, out_.limits.file_bytes);
        if (ok) ok = time(set.timeout, out_.limits.timeout_ms);
        if (std::optional<std::uint32_t> cpu; ok && set.cpu && !out_.limits.cpu_seconds) {
            ok = time(set.cpu, cpu);
            if (ok) out_.limits.cpu_seconds = std::max(1U, *cpu / 1000);
        }
        if (ok && set.pids && !out_.limits.pids) {
            if (set.pids->value < 1 || set.pids->value > 4'000'000) {
                return located({Errc::invalid, "a number of processes from 1 to 4000000", {}}, set.pids->origin);
            }
            out_.limits.pids = static_cast<std::uint32_t>(set.pids->value);
        }
        return ok;
    }

    void protections() {
        for (AbsPath& path : settings::protected_paths(places_)) {
            out_.never_writable.push_back({std::move(path), "settings and stores of Postern and the agent"});
        }
        for (const settings::Source& source : settings_.sources) {
            const auto file = AbsPath::parse(source.file);
            if (file) out_.never_writable.push_back({*file, "a settings file in force"});
        }
        if (auto file = file_with_proxy_password()) {
            out_.deny_read.push_back({std::move(*file), "holds the password of a proxy"});
        }
        for (const auto& name : settings_.postern.waive) out_.waived.push_back(name.value);
        for (const auto& name : settings_.postern.protect) out_.also_protected.push_back(name.value);
    }

    void switches() {
        const auto& sandbox = settings_.sandbox;
        if (settings::value_or(sandbox.allow_nested_user_namespaces, false)) out_.nested = NestedNamespaces::allowed;
        out_.files_isolated = !settings::value_or(sandbox.filesystem.disabled, false);
        for (const auto& name : sandbox.env_keep) out_.keep_variables.push_back(name.value);
        for (const auto& variable : sandbox.credential_env_vars) out_.drop_variables.push_back(variable.subject);
    }

    // The gate tells this password to a proxy; commands are not to know it.
    std::optional<AbsPath> file_with_proxy_password() const {
        const auto& proxy = settings_.postern.network.parent_proxy;
        if (!proxy || proxy->value.find('@') == std::string::npos) return std::nullopt;
        const auto file = AbsPath::parse(settings_.sources[proxy->origin.source].file);
        return file ? std::optional(*file) : std::nullopt;
    }

    // A guard costs time, so there is none without a need.
    void guards() {
        const bool new_files = settings::exec_new_files(settings_) != settings::Caution::allow;
        if (policy_.host.has_exec_guard && (policy::has_exec_rules(policy_) || new_files)) {
            out_.exec_guard = settings::exec_guard(settings_);
        }
        out_.create_guard = settings::create_guard(settings_);
    }

    const Settings& settings_;
    const policy::Policy& policy_;
    const settings::Places& places_;
    SandboxSpec out_;
};

}  // namespace

Result<SandboxSpec> make_spec(const Settings& settings, const policy::Policy& policy, const settings::Places& places,
                              const SpecOptions& options) {
    return SpecMaker(settings, policy, places).run(options);
}

}  // namespace postern::sandbox
