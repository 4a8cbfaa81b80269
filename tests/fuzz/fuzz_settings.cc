// Reads arbitrary text as a settings file, in every scope. An untrusted file must never loosen anything.
#include "base/json.h"
#include "fuzz_check.h"
#include "policy/decide.h"
#include "policy/policy.h"
#include "settings/defaults.h"
#include "settings/merge.h"
#include "shell/analysis.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace {

using namespace postern;

AbsPath at(std::string_view text) {
    return *AbsPath::parse(text);
}

settings::Places places() {
    return {.cwd = at("/w"),
            .project = at("/w"),
            .levels = {{.directory = at("/w")}},
            .home = at("/home/u"),
            .config_home = at("/home/u/.config/postern"),
            .state_home = at("/home/u/.local/state/postern"),
            .claude_home = at("/home/u/.claude"),
            .managed = at("/etc/postern"),
            .claude_managed = at("/etc/claude-code"),
            .managed_owner = 0};
}

settings::Layer layer(const nlohmann::json& document, settings::Scope scope, bool claude, bool trusted) {
    return {.source =
                {.scope = scope, .claude = claude, .file = "/w/settings.json", .anchor = at("/w"), .trusted = trusted},
            .document = document};
}

void meet_policy(const settings::Settings& settings) {
    const auto compiled = policy::compile(settings, {.cwd = at("/w"), .home = at("/home/u")});
    if (!compiled) return;
    static const shell::Analysis analysis = shell::analyse("cd x && rm -rf build > log");
    const policy::Decision decision =
        policy::decide_command(compiled->policy, {.text = "cd x && rm -rf build > log", .analysis = analysis});
    promise(!decision.reasons.empty(), "every decision has a reason");
    promise(decision.verdict == policy::strictest(decision.reasons) || decision.verdict == policy::Verdict::allow,
            "the strictest reason decides");
}

void never_loosens(const settings::Settings& settings) {
    promise(settings.permissions.allow.empty(), "an untrusted file allows nothing");
    promise(settings.permissions.additional_directories.empty(), "an untrusted file adds no directory");
    promise(settings.sandbox.filesystem.allow_write.empty(), "an untrusted file opens no path");
    promise(settings.sandbox.network.allowed_domains.empty(), "an untrusted file opens no host");
    promise(settings.sandbox.excluded_commands.empty(), "an untrusted file excludes no command");
    promise(settings::sandbox_enabled(settings), "an untrusted file leaves the sandbox on");
    promise(settings::mode(settings) != settings::Mode::bypass_permissions, "an untrusted file cannot bypass");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto document = parse_json(text, "fuzz", JsonDialect::commented);
    if (!document) return 0;
    for (const bool claude : {false, true}) {
        for (const auto scope : {settings::Scope::user, settings::Scope::project, settings::Scope::managed}) {
            const auto loaded = settings::merge({layer(*document, scope, claude, true)}, places(), {});
            if (loaded) meet_policy(loaded->settings);
        }
        for (const auto scope : {settings::Scope::project, settings::Scope::local}) {
            const auto loaded = settings::merge({layer(*document, scope, claude, false)}, places(), {});
            if (loaded) never_loosens(loaded->settings);
        }
    }
    return 0;
}
