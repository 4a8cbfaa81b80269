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

SandboxState with_machine(SandboxState wanted, host::Availability machine) {
    if (wanted.kind != Kind::on) return wanted;
    const Kind kind = machine.support == host::Support::full     ? Kind::on
                      : machine.support == host::Support::weaker ? Kind::weaker
                                                                 : Kind::unavailable;
    SandboxState out{.kind = kind, .reason = machine.reason, .remedy = machine.remedy, .offer = machine.offer};
    out.machine = std::move(machine);
    return out;
}

bool may_run_without(const settings::Settings& settings, const SandboxState& sandbox) {
    return !settings::fail_if_unavailable(settings) && sandbox.machine.own_in_order;
}

}  // namespace postern::app
