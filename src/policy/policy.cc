#include "policy/policy.h"

#include "base/nearest.h"
#include "base/quantity.h"
#include "policy/bash_match.h"
#include "policy/decide.h"
#include "policy/never_allowed.h"
#include "policy/protected_table.h"
#include "settings/defaults.h"
#include "settings/paths.h"

#include <algorithm>
#include <utility>

namespace postern::policy {
namespace {

using settings::Origin;
using settings::Settings;

class Compiler {
public:
    Compiler(const Settings& settings, Host host) : settings_(settings) {
        out_.policy.host = std::move(host);
        // `./p` in a project's file is below that project, wherever in it a command starts.
        for (const settings::Source& from : settings_.sources) {
            files_.push_back(std::make_shared<const std::string>(from.file));
            anchors_.push_back({.cwd = comes_with_project(from) ? from.anchor : out_.policy.host.cwd,
                                .home = out_.policy.host.home,
                                .settings_dir = from.anchor});
        }
    }

    Result<Compiled> run() {
        Policy& policy = out_.policy;
        const auto& permissions = settings_.permissions;
        Status ok = rules(permissions.deny, Effect::deny, policy.deny);
        if (ok) ok = rules(permissions.ask, Effect::ask, policy.ask);
        if (ok) ok = rules(permissions.allow, Effect::allow, policy.allow);
        if (ok) ok = limits();
        if (ok) ok = directories();
        const auto& filesystem = settings_.sandbox.filesystem;
        if (ok) ok = paths(filesystem.deny_read, Effect::deny, policy.deny_read);
        if (ok) ok = paths(filesystem.deny_write, Effect::deny, policy.deny_write);
        if (ok) ok = paths(filesystem.allow_write, Effect::allow, policy.allow_write);
        const auto& network = settings_.sandbox.network;
        if (ok) ok = domains(network.denied_domains, policy.denied_domains);
        if (ok) ok = domains(network.allowed_domains, policy.allowed_domains);
        if (ok) ok = excluded();
        if (ok) ok = waived();
        if (ok) ok = never();
        if (!ok) return tl::unexpected<Error>(std::move(ok.error()));
        scalars();
        return std::move(out_);
    }

private:
    const settings::Source& source(const Origin& origin) const { return settings_.sources[origin.source]; }

    const Anchors& anchors(const Origin& origin) const { return anchors_[origin.source]; }

    tl::unexpected<Error> located(Error error, const Origin& origin) const {
        error.where = settings::render(settings_, origin);
        return tl::unexpected<Error>(std::move(error));
    }

    const AbsPath& project() const {
        const Host& host = out_.policy.host;
        return host.project ? *host.project : host.cwd;
    }

    // Tells whether a denial names a path below the working directory, which a command in a subdirectory of the project
    // would otherwise get around.
    bool also_below_project(const settings::RuleEntry& entry, const CompiledRule& rule) const {
        const std::string& written = rule.rule.specifier;
        const bool relative = !written.starts_with('/') && !written.starts_with('~');
        return rule.path && relative && rule.rule.effect != Effect::allow && project() != out_.policy.host.cwd &&
               !comes_with_project(source(entry.origin));
    }

    // Fills a new rule in its place in the list.
    Status rule(const settings::RuleEntry& entry, Effect effect, const Anchors& anchors, CompiledRule& out) const {
        auto parsed = parse_rule(entry.text, effect);
        if (!parsed) return tl::unexpected<Error>(std::move(parsed.error()));
        out.rule = std::move(*parsed);
        out.reason = entry.reason;
        out.source = files_[entry.origin.source];
        out.pointer = entry.origin.pointer;
        out.firm = is_firm(source(entry.origin));
        out.interactive = entry.interactive;
        if (out.interactive && effect != Effect::ask)
            return fail(Errc::invalid, "\"interactive\" belongs to an ask rule");
        const std::string& specifier = out.rule.specifier;
        Status ok;
        if (out.rule.kind == RuleKind::command) ok = put(CommandPattern::compile(specifier), out.command);
        if (out.rule.kind == RuleKind::path) ok = put(PathPattern::compile(specifier, anchors, effect), out.path);
        if (out.rule.kind == RuleKind::domain) ok = put(DomainPattern::compile(specifier), out.domain);
        return ok ? check_examples(out, entry) : ok;
    }

    template <class Pattern>
    static Status put(Result<Pattern> pattern, std::optional<Pattern>& into) {
        if (!pattern) return tl::unexpected<Error>(std::move(pattern.error()));
        into = std::move(*pattern);
        return {};
    }

    Status rules(const settings::Rules& entries, Effect effect, std::vector<CompiledRule>& out) {
        out.reserve(out.size() + entries.size());
        for (const settings::RuleEntry& entry : entries) {
            Status ok = rule(entry, effect, anchors(entry.origin), out.emplace_back());
            if (ok && effect == Effect::allow && allows_hosts(out.back()) && !hosts_count(entry.origin)) {
                out.pop_back();
                continue;
            }
            if (const auto doubt = ok && effect != Effect::allow ? doubtful(out.back().rule) : std::nullopt) {
                out_.warnings.push_back({*doubt, settings::render(settings_, entry.origin)});
            }
            if (ok && also_below_project(entry, out.back())) {
                Anchors from_project = anchors(entry.origin);
                from_project.cwd = project();
                ok = rule(entry, effect, from_project, out.emplace_back());
            }
            if (ok) continue;
            // An unreadable allow rule in another program's settings only loses a permission, so a warning suffices.
            if (effect == Effect::allow && source(entry.origin).claude) {
                out_.warnings.push_back(
                    {"ignoring this rule: " + ok.error().what, settings::render(settings_, entry.origin)});
                out.pop_back();
                continue;
            }
            return located(std::move(ok.error()), entry.origin);
        }
        return {};
    }

    // Tells whether an allow rule of this origin may open hosts. Lists of hosts follow the same two switches when the
    // settings are merged.
    bool hosts_count(const Origin& origin) {
        const auto& network = settings_.sandbox.network;
        const settings::Source& from = source(origin);
        const settings::Optional<bool>* by = nullptr;
        if (settings::value_or(network.strict_allowlist, false) && comes_with_project(from)) {
            by = &network.strict_allowlist;
        }
        if (settings::value_or(network.allow_managed_domains_only, false) && from.scope != settings::Scope::managed) {
            by = &network.allow_managed_domains_only;
        }
        if (by == nullptr) return true;
        out_.warnings.push_back(
            {"opens no host, because of " + settings::render(settings_, (*by)->origin) + " (ignored)",
             settings::render(settings_, origin)});
        return false;
    }

    Status limits() {
        for (const settings::LimitEntry& entry : settings_.permissions.limits) {
            settings::RuleEntry as_rule;
            as_rule.text = entry.rule;
            as_rule.origin = entry.origin;
            CompiledRule compiled;
            if (Status ok = rule(as_rule, Effect::deny, anchors(entry.origin), compiled); !ok) {
                return located(std::move(ok.error()), entry.origin);
            }
            if (!compiled.command || compiled.command->spans_commands()) {
                return located(
                    {Errc::invalid, "only a rule for one command can be counted: Bash(docker restart *)", {}},
                    entry.origin);
            }
            const auto per = parse_milliseconds(entry.per);
            if (!per) return located({Errc::invalid, "\"per\": " + per.error().what, {}}, entry.origin);
            if (*per == 0) return located({Errc::invalid, "\"per\": must be longer than nothing", {}}, entry.origin);
            out_.policy.limits.push_back({.rule = std::move(compiled),
                                          .max = static_cast<std::size_t>(entry.max),
                                          .per = std::chrono::milliseconds(*per),
                                          .per_text = entry.per,
                                          .key = entry.key});
        }
        return {};
    }

    Status directories() {
        out_.policy.working_directories.push_back(project());
        for (const auto& entry : settings_.permissions.additional_directories) {
            auto path = settings::resolve_path(settings_, entry.origin, settings::PathPlace::list, entry.value);
            if (!path) return located(std::move(path.error()), entry.origin);
            out_.policy.working_directories.push_back(std::move(*path));
        }
        return {};
    }

    // Compiles paths of sandbox lists. They are spelled differently from rule paths, but become ordinary patterns once
    // resolved.
    Status paths(const settings::List& entries, Effect effect, std::vector<ListedPath>& out) {
        for (const auto& entry : entries) {
            auto path = settings::resolve_path(settings_, entry.origin, settings::PathPlace::list, entry.value);
            if (!path) return located(std::move(path.error()), entry.origin);
            auto pattern = PathPattern::compile("/" + std::move(*path).text(), anchors(entry.origin), effect);
            if (!pattern) return located(std::move(pattern.error()), entry.origin);
            out.push_back({std::move(*pattern), entry.value, source(entry.origin).file, entry.origin.pointer});
        }
        return {};
    }

    Status domains(const settings::List& entries, std::vector<ListedDomain>& out) {
        for (const auto& entry : entries) {
            auto pattern = DomainPattern::compile(entry.value);
            if (!pattern) return located(std::move(pattern.error()), entry.origin);
            out.push_back({std::move(*pattern), entry.value, source(entry.origin).file, entry.origin.pointer});
        }
        return {};
    }

    Status excluded() {
        for (const auto& entry : settings_.sandbox.excluded_commands) {
            auto pattern = CommandPattern::compile(entry.value);
            if (!pattern) return located(std::move(pattern.error()), entry.origin);
            out_.policy.excluded.push_back(std::move(*pattern));
        }
        return {};
    }

    // Compiles the administrator's own entries as deny rules, and leaves out what the administrator lifted.
    Status never() {
        std::vector<std::string_view> names;
        for (const NeverAllowed& entry : never_allowed()) names.push_back(entry.name);
        const settings::List& lifted = settings_.postern.lift_never_allowed;
        for (const auto& entry : lifted) {
            if (std::ranges::find(names, entry.value) != names.end()) continue;
            const auto meant = nearest(entry.value, names);
            std::string what = "no entry of the list has this name";
            if (meant) what += "; did you mean \"" + std::string(*meant) + "\"?";
            return located({Errc::invalid, std::move(what), {}}, entry.origin);
        }
        for (const NeverAllowed& entry : never_allowed()) {
            if (std::ranges::find(lifted, entry.name, &settings::Setting<std::string>::value) == lifted.end()) {
                out_.policy.never.push_back(&entry);
            }
        }
        return rules(settings_.postern.never_allowed, Effect::deny, out_.policy.deny);
    }

    Status waived() {
        std::vector<std::string_view> names;
        for (const ProtectedPath& entry : protected_table()) names.push_back(entry.path);
        for (const auto& entry : settings_.postern.waive) {
            if (std::ranges::find(names, entry.value) == names.end()) {
                const auto meant = nearest(entry.value, names);
                std::string what = "no protected name is spelled so";
                if (meant) what += "; did you mean \"" + std::string(*meant) + "\"?";
                return located({Errc::invalid, std::move(what), {}}, entry.origin);
            }
            out_.policy.waived.push_back(entry.value);
        }
        return {};
    }

    void scalars() {
        Policy& policy = out_.policy;
        policy.mode = settings::mode(settings_);
        policy.deny_instead_of_prompting = settings::deny_instead_of_prompting(settings_);
        policy.block_reads_outside = settings::block_reads_outside_working_directories(settings_);
        policy.block_writes_outside = settings::block_writes_outside_working_directories(settings_);
        policy.sandbox = settings::sandbox_enabled(settings_) && policy.host.has_sandbox;
        policy.auto_allow_sandboxed = settings::auto_allow_bash_if_sandboxed(settings_);
        policy.allow_unsandboxed = settings::allow_unsandboxed_commands(settings_);
        policy.undecidable = settings::undecidable(settings_);
        const auto& network = settings_.sandbox.network;
        policy.strict_domains = settings::value_or(network.strict_allowlist, false) ||
                                settings::value_or(network.allow_managed_domains_only, false);
    }

    const Settings& settings_;
    std::vector<Anchors> anchors_{};  // of each source
    std::vector<std::shared_ptr<const std::string>> files_{};
    Compiled out_;
};

}  // namespace

Result<Compiled> compile(const Settings& settings, Host host) {
    return Compiler(settings, std::move(host)).run();
}

Status check_examples(const CompiledRule& rule, const settings::RuleEntry& entry) {
    if (entry.match.empty() && entry.not_match.empty()) return {};
    if (!rule.command) return fail(Errc::invalid, "match and notMatch examples are for Bash rules with a specifier");
    const auto speaks_of = [&rule](const std::string& example) {
        const shell::Analysis analysis = shell::analyse(example);
        if (rule.command->spans_commands()) return rule.command->matches_line(example);
        for (const shell::Command& command : analysis.commands) {
            const bool matches = rule.rule.effect == Effect::allow
                                     ? match_strictly(*rule.command, command)
                                     : match_generously(*rule.command, command) == Match::yes;
            if (matches) return true;
        }
        return false;
    };
    for (const std::string& example : entry.match) {
        if (!speaks_of(example)) return fail(Errc::invalid, "the rule does not match its example `" + example + "`");
    }
    for (const std::string& example : entry.not_match) {
        if (speaks_of(example))
            return fail(Errc::invalid, "the rule matches `" + example + "`, which its notMatch says it must not");
    }
    return {};
}

}  // namespace postern::policy
