// Will commands be sandboxed here, and if not, who or what says so? Joins the settings with what the machine can do.
#pragma once

#include "app/judge.h"
#include "host/availability.h"
#include "host/host_checks.h"
#include "sandbox/profile.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace postern::app {

[[nodiscard]] host::CheckOptions check_options(const Session& session);

struct SandboxState {
    enum class Kind : std::uint8_t {
        unavailable,  // wanted, but this machine cannot; see settings::fail_if_unavailable
        off,          // the settings do not want it
        weaker,
        on,
    };
    Kind kind = Kind::unavailable;
    std::string reason{};  // why not on; one line
    std::string origin{};  // "file#pointer" of the setting that says so, if one does
    std::string remedy{};
    host::Availability machine{};  // not asked if the settings switch it off
    bool operator==(const SandboxState&) const = default;
};
[[nodiscard]] std::string_view to_string(SandboxState::Kind kind);

// What the settings alone say. Pure: on means that they want it.
[[nodiscard]] SandboxState wanted_state(const settings::Settings& settings, host::Platform platform);
// And what follows once the machine is known. Pure.
[[nodiscard]] SandboxState with_machine(const settings::Settings& settings, host::Availability machine);

[[nodiscard]] SandboxState sandbox_state(const Session& session);
// For a run of which it is known what will be writable: bubblewrap is never taken from there.
[[nodiscard]] SandboxState sandbox_state(const Session& session, const sandbox::Profile& profile);

}  // namespace postern::app
