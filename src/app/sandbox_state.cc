#include "app/sandbox_state.h"

#include "app/host_facts.h"
#include "base/links.h"
#include "sandbox/spec.h"
#include "scrub/scrub.h"
#include "settings/defaults.h"

#include <cstdlib>
#include <optional>
#include <utility>

#include <unistd.h>

namespace postern::app {
namespace {

using Kind = SandboxState::Kind;

}  // namespace

host::BwrapSearch bwrap_search(const Session& session, std::vector<AbsPath> writable) {
    host::BwrapSearch out{.writable = std::move(writable), .cache_directory = session.places.state_home};
    if (const auto& named = session.settings.sandbox.bwrap_path) {
        if (auto path = AbsPath::resolve(AbsPath::root(), named->value)) out.named = std::move(*path);
    }
    if (const char* path = std::getenv("PATH")) out.path_variable = path;
    // If the settings make / writable, no path is safe from the command, but a planted bwrap could not weaken the
    // sandbox any further.
    std::erase(out.writable, AbsPath::root());
    return out;
}

host::CheckOptions check_options(const Session& session) {
    const auto spec = sandbox::make_spec(session.settings, session.policy, session.places, {});
    std::vector<AbsPath> writable = scrub::known_roots(session.places.state_home);
    if (spec) {
        for (const sandbox::WantedPath& wanted : spec->writable) writable.push_back(follow_links(wanted.path));
    }
    AbsPath temporary = choose_temporary(session.places.state_home);
    writable.push_back(temporary);
    // The directory of a user for whom nothing has run yet will be made in this one.
    if (::access(temporary.text().c_str(), F_OK) != 0) temporary = temporary.parent();
    auto own = own_program();
    return {.bwrap = bwrap_search(session, std::move(writable)),
            .project = session.places.project,
            .temporary = std::move(temporary),
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

SandboxState sandbox_state(const Session& session, const host::Facts& facts) {
    SandboxState wanted = wanted_state(session.settings, session.platform);
    return wanted.kind == Kind::on ? with_machine(session.settings, facts.sandbox) : wanted;
}

}  // namespace postern::app
