// postern status: is the sandbox on here, which settings say so, and what they come to.
#include "app/sandbox_state.h"
#include "base/quote.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/request.h"
#include "settings/defaults.h"

#include <nlohmann/json.hpp>

#include <string>

namespace postern::cli {
namespace {

using Json = nlohmann::ordered_json;
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

// What becomes of commands where no sandbox holds them.
std::string without_sandbox(const Status& status) {
    if (status.sandbox.kind == Kind::off) return "commands are judged and run without it";
    return settings::fail_if_unavailable(status.session.settings)
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

std::string sandbox_lines(const Status& status, const Look& look) {
    const app::SandboxState& sandbox = status.sandbox;
    std::string word(to_string(sandbox.kind));
    word = sandbox.kind == Kind::on       ? look.green(word)
           : sandbox.kind == Kind::weaker ? look.yellow(word)
                                          : look.red(word);
    if (!sandbox.reason.empty()) word += ": " + printable(sandbox.reason);
    if (!sandbox.origin.empty()) word += in_brackets(sandbox.origin);
    if (sandbox.kind == Kind::on) {
        word += in_brackets(origin_of(status.session.settings, status.session.settings.sandbox.enabled));
    }
    std::string out = line("sandbox", word);
    if (sandbox.kind == Kind::off || sandbox.kind == Kind::unavailable) out += line("", without_sandbox(status));
    return out + more_lines(sandbox.remedy);
}

std::string auto_allow_text(const Status& status) {
    const auto& settings = status.session.settings;
    const bool on = settings::auto_allow_bash_if_sandboxed(settings);
    std::string out = on ? "on" : "off";
    out += in_brackets(origin_of(settings, settings.sandbox.auto_allow_bash_if_sandboxed));
    const bool held = status.sandbox.kind == Kind::on || status.sandbox.kind == Kind::weaker;
    return on && !held ? out + ", without effect while no sandbox holds the command" : out;
}

std::string counted(std::size_t count, std::string_view what) {
    return std::to_string(count) + (count == 1 ? " host " : " hosts ") + std::string(what);
}

std::string network_text(const Status& status) {
    const policy::Policy& policy = status.session.policy;
    if (status.sandbox.kind == Kind::off) return "as open as yours, because the sandbox is off";
    if (policy.allowed_domains.empty()) return "closed: sandbox.network.allowedDomains is empty";
    std::string out = counted(policy.allowed_domains.size(), "allowed");
    if (!policy.denied_domains.empty()) out += ", " + counted(policy.denied_domains.size(), "denied");
    return out + "; but `run` keeps the network closed in this version";
}

std::string text_of(const Status& status, const Look& look) {
    const auto& settings = status.session.settings;
    std::string out = sandbox_lines(status, look);
    out += line("auto-allow", auto_allow_text(status));
    out += line("network", network_text(status));
    out += line("directory", printable(status.session.places.project.text()));
    if (settings.sources.empty()) out += line("settings", "no files; the defaults hold");
    bool first = true;
    for (auto source = settings.sources.rbegin(); source != settings.sources.rend(); ++source) {
        std::string text(to_string(source->scope));
        text.append(text.size() < 13 ? 13 - text.size() : 1, ' ');
        text += printable(source->file) + (source->trusted ? "" : look.yellow("  not trusted: only tightens"));
        out += line(first ? "settings" : "", text);
        first = false;
    }
    return out;
}

// ---- for programs

Json text_or_null(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

Json domains(const std::vector<policy::ListedDomain>& list) {
    Json out = Json::array();
    for (const auto& entry : list) {
        out.push_back({{"host", entry.text}, {"origin", entry.source + '#' + entry.pointer}});
    }
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
    const bool open = status.sandbox.kind == Kind::off;
    const Json root = {{"version", 1},
                       {"sandbox",
                        {{"state", to_string(status.sandbox.kind)},
                         {"reason", text_or_null(status.sandbox.reason)},
                         {"origin", text_or_null(status.sandbox.origin)},
                         {"remedy", text_or_null(status.sandbox.remedy)},
                         {"bwrap", machine.bwrap ? Json(machine.bwrap->path.text()) : Json(nullptr)},
                         {"failIfUnavailable", settings::fail_if_unavailable(settings)}}},
                       {"autoAllow",
                        {{"value", settings::auto_allow_bash_if_sandboxed(settings)},
                         {"origin", text_or_null(origin_of(settings, settings.sandbox.auto_allow_bash_if_sandboxed))}}},
                       {"network",
                        {{"state", open                                            ? "open"
                                   : status.session.policy.allowed_domains.empty() ? "closed"
                                                                                   : "listed"},
                         {"allowed", domains(status.session.policy.allowed_domains)},
                         {"denied", domains(status.session.policy.denied_domains)},
                         {"othersAsked", !status.session.policy.strict_domains}}},
                       {"platform", host::to_string(host::platform())},
                       {"directory", status.session.places.project.text()},
                       {"settings", std::move(files)}};
    return root.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace

int run_status(const Parsed& options) {
    const auto session = open_session(options);
    if (!session) return report(session.error());
    const Status status{*session, app::sandbox_state(*session)};
    if (options.has(Opt::json)) return print(json_of(status), 0);
    if (options.has(Opt::quiet)) return 0;
    return print(text_of(status, look_of(STDOUT_FILENO)), 0);
}

}  // namespace postern::cli
