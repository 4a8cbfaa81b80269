#include "app/sandbox_state.h"

#include "app/host.h"
#include "app/own_files.h"
#include "sandbox/spec.h"
#include "scrub/scrub.h"
#include "settings/defaults.h"
#include "settings/paths.h"

#include <array>
#include <climits>
#include <cstdlib>
#include <optional>
#include <utility>

#include <unistd.h>

namespace postern::app {
namespace {

using Kind = SandboxState::Kind;

AbsPath temporary_directory() {
    const char* named = std::getenv("TMPDIR");
    auto path = AbsPath::parse(named != nullptr && *named == '/' ? named : "/tmp");
    if (!path) path = AbsPath::parse("/tmp");
    return follow_links(*path);
}

host::BwrapSearch bwrap_search(const Session& session, std::vector<AbsPath> writable) {
    host::BwrapSearch out{.writable = std::move(writable), .cache_directory = session.places.state_home};
    if (const auto& named = session.settings.sandbox.bwrap_path) {
        if (auto path = AbsPath::resolve(AbsPath::root(), named->value)) out.named = std::move(*path);
    }
    if (const char* path = std::getenv("PATH")) out.path_variable = path;
    // What some other run may write is as little to be trusted.
    for (AbsPath& root : scrub::known_roots(session.places.state_home)) out.writable.push_back(std::move(root));
    // Where settings open everything, no place is safe from the command, and there is no wall that a planted bwrap could
    // open further.
    std::erase(out.writable, AbsPath::root());
    return out;
}

// Without a run the host is not looked at for everything that would be writable: what the settings want is near enough.
std::vector<AbsPath> wanted_writable(const Session& session) {
    std::vector<AbsPath> out{temporary_directory()};
    const auto spec = sandbox::make_spec(session.settings, session.policy, session.places, {});
    if (!spec) return out;  // `run` and `profile` say what is wrong with it
    for (const sandbox::WantedPath& wanted : spec->writable) out.push_back(follow_links(wanted.path));
    return out;
}

}  // namespace

host::CheckOptions check_options(const Session& session) {
    auto own = own_program();
    return {.bwrap = bwrap_search(session, wanted_writable(session)),
            .project = session.places.project,
            .temporary = temporary_directory(),
            .executable = own ? std::optional(std::move(*own)) : std::nullopt};
}

std::string_view to_string(Kind kind) {
    switch (kind) {
        case Kind::unavailable: return "unavailable";
        case Kind::off: return "off";
        case Kind::weaker: return "weaker";
        case Kind::on: return "on";
    }
    return "unavailable";
}

SandboxState wanted_state(const settings::Settings& settings, host::Platform platform) {
    if (!settings::sandbox_enabled(settings)) {
        return {.kind = Kind::off,
                .reason = "sandbox.enabled is false",
                .origin = settings::render(settings, settings.sandbox.enabled->origin)};
    }
    const std::string_view name = host::settings_name(platform);
    if (!settings::platform_enabled(settings, name)) {
        return {.kind = Kind::off,
                .reason = "sandbox.enabledPlatforms does not list " +
                          (name.empty() ? std::string("this platform") : std::string(name)),
                .origin = settings::render(settings, settings.sandbox.enabled_platforms.front().origin)};
    }
    return {.kind = Kind::on};
}

SandboxState with_machine(const settings::Settings& settings, host::Availability machine) {
    SandboxState out{.kind = Kind::on, .reason = machine.reason, .remedy = machine.remedy};
    const bool weaker_allowed = settings::value_or(settings.sandbox.enable_weaker_nested_sandbox, false);
    if (machine.support == host::Support::weaker) out.kind = Kind::weaker;
    const bool needs_permission = machine.support == host::Support::weaker && !machine.fresh_proc;
    if (machine.support == host::Support::none || (needs_permission && !weaker_allowed)) {
        out.kind = Kind::unavailable;
    }
    out.machine = std::move(machine);
    return out;
}

SandboxState sandbox_state(const Session& session, const sandbox::Profile& profile) {
    return with_machine(session.settings, host::sandbox_availability(bwrap_search(session, profile.writable)));
}

SandboxState sandbox_state(const Session& session) {
    SandboxState wanted = wanted_state(session.settings, host::platform());
    if (wanted.kind != Kind::on) return wanted;
    return with_machine(session.settings, host::sandbox_availability(bwrap_search(session, wanted_writable(session))));
}

}  // namespace postern::app
