#include "app/sandbox_state.h"

#include "settings/defaults.h"

#include <utility>

namespace postern::app {
namespace {

using Kind = SandboxState::Kind;

}  // namespace

std::string_view to_string(Kind kind) {
    switch (kind) {
        case Kind::unavailable: return "unavailable";
        case Kind::off: return "off";
        case Kind::weaker: return "weaker";
        case Kind::on: return "on";
    }
    return "unavailable";
}

SandboxState wanted_state(const settings::Settings& settings, std::string_view platform) {
    if (!settings::sandbox_enabled(settings)) {
        return {.kind = Kind::off,
                .reason = "sandbox.enabled is false",
                .origin = settings::render(settings, settings.sandbox.enabled->origin)};
    }
    if (!settings::platform_enabled(settings, platform)) {
        return {.kind = Kind::off,
                .reason = "sandbox.enabledPlatforms does not list " +
                          (platform.empty() ? std::string("this platform") : std::string(platform)),
                .origin = settings::render(settings, settings.sandbox.enabled_platforms.front().origin)};
    }
    return {.kind = Kind::on};
}

SandboxState with_machine(const settings::Settings& settings, SandboxState wanted, host::Availability machine) {
    if (wanted.kind != Kind::on) return wanted;
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

}  // namespace postern::app
