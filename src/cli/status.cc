// postern status: whether the sandbox is on here, which settings say so, and what follows.
#include "app/host_facts.h"
#include "app/judgement_json.h"
#include "app/sandbox_state.h"
#include "base/quote.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/request.h"
#include "policy/decide.h"
#include "policy/reasons.h"
#include "settings/defaults.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace postern::cli {
namespace {

using app::Json;
using app::text_or_null;
using Kind = app::SandboxState::Kind;

struct Status {
    const app::Session& session;
    app::SandboxState sandbox;
};

std::string_view to_string(settings::Scope scope) {
    switch (scope) {
        case settings::Scope::user: return "user";
        case settings::Scope::project: return "project";
        case settings::Scope::local: return "local";
        case settings::Scope::command_line: return "command line";
        case settings::Scope::managed: return "managed";
    }
    return "";
}

template <class T>
std::string origin_of(const settings::Settings& settings, const settings::Optional<T>& setting) {
    return setting ? settings::render(settings, setting->origin) : std::string{};
}

std::string in_brackets(const std::string& origin) {
    return " (" + (origin.empty() ? std::string("default") : printable(origin)) + ')';
}

// Says what happens to commands that no sandbox holds.
std::string without_sandbox(const Status& status) {
    if (status.sandbox.kind == Kind::off) return "commands are judged and run without it";
    return !app::may_run_without(status.session.settings, status.sandbox)
               ? "commands are refused"
               : "commands are judged and run without it, because sandbox.failIfUnavailable is false";
}

// ---- for people

std::string line(std::string_view label, const std::string& text) {
    return std::string(label) + std::string(12 - label.size(), ' ') + text + '\n';
}

std::string more_lines(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        out += line("", (out.empty() ? "-> " : "   ") + printable(text.substr(0, end)));
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    }
    return out;
}

std::string sandbox_lines(const Status& status, const TextStyle& style) {
    const app::SandboxState& sandbox = status.sandbox;
    std::string word(to_string(sandbox.kind));
    word = sandbox.kind == Kind::on       ? style.green(word)
           : sandbox.kind == Kind::weaker ? style.yellow(word)
                                          : style.red(word);
    if (!sandbox.reason.empty()) word += ": " + printable(sandbox.reason);
    if (!sandbox.origin.empty()) word += in_brackets(sandbox.origin);
    if (sandbox.kind == Kind::on) {
        word += in_brackets(origin_of(status.session.settings, status.session.settings.sandbox.enabled));
    }
    std::string out = line("sandbox", word);
    if (sandbox.kind == Kind::off || sandbox.kind == Kind::unavailable) out += line("", without_sandbox(status));
    return out + more_lines(sandbox.remedy) + more_lines(sandbox.offer);
}

std::string auto_allow_text(const Status& status) {
    const auto& settings = status.session.settings;
    const bool on = settings::auto_allow_bash_if_sandboxed(settings);
    std::string out = on ? "on" : "off";
    out += in_brackets(origin_of(settings, settings.sandbox.auto_allow_bash_if_sandboxed));
    const bool held = status.sandbox.kind == Kind::on || status.sandbox.kind == Kind::weaker;
    return on && !held ? out + ", without effect while no sandbox holds the command" : out;
}

enum class NetworkState { open, closed, listed };

// Asks what `run` asks when it decides whether to open the gate.
NetworkState network_state(const Status& status) {
    if (status.sandbox.kind == Kind::off) return NetworkState::open;
    return policy::opens_hosts(status.session.policy) ? NetworkState::listed : NetworkState::closed;
}

std::string_view to_string(NetworkState state) {
    switch (state) {
        case NetworkState::open: return "open";
        case NetworkState::closed: return "closed";
        case NetworkState::listed: return "listed";
    }
    return "";
}

struct HostEntry {
    std::string text, origin;
};

// Everything that opens the gate: entries of sandbox.network.allowedDomains, and rules.
std::vector<HostEntry> allowed_hosts(const policy::Policy& policy) {
    std::vector<HostEntry> out;
    for (const auto& entry : policy.allowed_domains) out.push_back({entry.text, entry.source + '#' + entry.pointer});
    for (const policy::CompiledRule& rule : policy.allow) {
        if (policy::allows_hosts(rule)) out.push_back({rule.rule.text, *rule.source + '#' + rule.pointer});
    }
    return out;
}

std::vector<HostEntry> denied_hosts(const policy::Policy& policy) {
    std::vector<HostEntry> out;
    for (const auto& entry : policy.denied_domains) out.push_back({entry.text, entry.source + '#' + entry.pointer});
    return out;
}

bool asks_about_others(const policy::Policy& policy) {
    return !policy.strict_domains && !policy::never_asks(policy);
}

std::string network_text(const Status& status) {
    const policy::Policy& policy = status.session.policy;
    switch (network_state(status)) {
        case NetworkState::open: return "as open as yours, because the sandbox is off";
        case NetworkState::closed: return "closed: no setting allows a host";
        case NetworkState::listed: break;
    }
    std::string out = "through the gate to what is allowed:";
    constexpr std::size_t kMost = 3;
    const auto allowed = allowed_hosts(policy);
    for (std::size_t i = 0; i < std::min(allowed.size(), kMost); ++i) {
        out += (i == 0 ? " " : ", ") + printable(allowed[i].text);
    }
    if (allowed.size() > kMost) out += " and " + std::to_string(allowed.size() - kMost) + " more";
    return out + (asks_about_others(policy) ? "; other hosts are asked about" : "; other hosts are refused");
}

std::string text_of(const Status& status, const TextStyle& style) {
    const auto& settings = status.session.settings;
    std::string out = sandbox_lines(status, style);
    out += line("auto-allow", auto_allow_text(status));
    out += line("network", network_text(status));
    const settings::Places& places = status.session.places;
    out += line("directory", printable(places.cwd.text()));
    if (places.project != places.cwd) out += line("project", printable(places.project.text()));
    if (settings.sources.empty()) out += line("settings", "no files; the defaults hold");
    bool first = true;
    for (auto source = settings.sources.rbegin(); source != settings.sources.rend(); ++source) {
        std::string text(to_string(source->scope));
        text.append(text.size() < 13 ? 13 - text.size() : 1, ' ');
        text += printable(source->file) + (source->trusted ? "" : style.yellow("  not trusted: only tightens"));
        out += line(first ? "settings" : "", text);
        first = false;
    }
    return out;
}

// ---- for programs

Json hosts_json(const std::vector<HostEntry>& entries) {
    Json out = Json::array();
    for (const HostEntry& entry : entries) out.push_back({{"host", entry.text}, {"origin", entry.origin}});
    return out;
}

std::string json_of(const Status& status) {
    const auto& settings = status.session.settings;
    const auto& machine = status.sandbox.machine;
    Json files = Json::array();
    for (const settings::Source& source : settings.sources) {
        files.push_back({{"scope", to_string(source.scope)},
                         {"path", source.file},
                         {"claude", source.claude},
                         {"trusted", source.trusted}});
    }
    const policy::Policy& policy = status.session.policy;
    const Json root = {{"version", 1},
                       {"sandbox",
                        {{"state", to_string(status.sandbox.kind)},
                         {"reason", text_or_null(status.sandbox.reason)},
                         {"origin", text_or_null(status.sandbox.origin)},
                         {"remedy", text_or_null(status.sandbox.remedy)},
                         {"offer", text_or_null(status.sandbox.offer)},
                         {"bwrap", machine.bwrap ? Json(machine.bwrap->path.text()) : Json(nullptr)},
                         {"failIfUnavailable", settings::fail_if_unavailable(settings)}}},
                       {"autoAllow",
                        {{"value", settings::auto_allow_bash_if_sandboxed(settings)},
                         {"origin", text_or_null(origin_of(settings, settings.sandbox.auto_allow_bash_if_sandboxed))}}},
                       {"network",
                        {{"state", to_string(network_state(status))},
                         {"allowed", hosts_json(allowed_hosts(policy))},
                         {"denied", hosts_json(denied_hosts(policy))},
                         {"othersAsked", asks_about_others(policy)}}},
                       {"platform", host::to_string(status.session.platform)},
                       {"directory", status.session.places.cwd.text()},
                       {"project", status.session.places.project.text()},
                       {"settings", std::move(files)}};
    return app::json_text(root, app::JsonLayout::indented);
}

}  // namespace

Result<int> run_status(const Parsed& options) {
    const auto session = open_session(options);
    if (!session) return tl::unexpected(session.error());
    const auto spec = sandbox::make_spec(session->settings, session->policy, session->places, {});
    const auto facts = app::look_at_host(*session, spec ? &*spec : nullptr);
    if (!facts) return tl::unexpected(facts.error());
    const Status status{*session, app::with_machine(session->wanted, facts->sandbox)};
    if (options.has(Opt::json)) return print(json_of(status), 0);
    if (options.has(Opt::quiet)) return 0;
    return print(text_of(status, text_style_of(STDOUT_FILENO)), 0);
}

}  // namespace postern::cli
