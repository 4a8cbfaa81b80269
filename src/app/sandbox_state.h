// Decides from the settings and the abilities of the machine whether commands will be sandboxed, and if not, why. Pure.
#pragma once

#include "host/availability.h"
#include "settings/settings.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace postern::app {

struct SandboxState {
    enum class Kind : std::uint8_t {
        unavailable,  // wanted, but impossible on this machine; see may_run_without
        off,          // switched off by the settings
        weaker,
        on,
    };
    Kind kind = Kind::unavailable;
    std::string reason{};  // one line; empty if the sandbox is on
    std::string origin{};  // "file#pointer" of the setting that switched it off
    std::string remedy{};
    std::string offer{};           // one line: the setting that accepts the weaker sandbox that is possible here
    host::Availability machine{};  // not filled in if the settings switch the sandbox off
    bool operator==(const SandboxState&) const = default;
};
[[nodiscard]] std::string_view to_string(SandboxState::Kind kind);

// Returns the state that the settings alone give: on if they want a sandbox, else off. `platform` is its name in
// sandbox.enabledPlatforms, see host::settings_name.
[[nodiscard]] SandboxState wanted_state(const settings::Settings& settings, std::string_view platform);
// Returns the state by settings and machine together: `wanted` itself unless it is on. The machine was judged by what the
// settings ask of it, so its answer is the answer.
[[nodiscard]] SandboxState with_machine(SandboxState wanted, host::Availability machine);
// Returns whether commands may run where the sandbox is unavailable: sandbox.failIfUnavailable is false, and it is the
// machine that has no sandbox. Files of Postern's own that are not in order stop everything.
[[nodiscard]] bool may_run_without(const settings::Settings& settings, const SandboxState& sandbox);

}  // namespace postern::app
