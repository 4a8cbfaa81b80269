// Decides from the settings and the abilities of the machine whether commands will be sandboxed, and if not, why.
#pragma once

#include "app/session.h"
#include "host/availability.h"
#include "host/facts.h"
#include "host/host_checks.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace postern::app {

[[nodiscard]] host::CheckOptions check_options(const Session& session);

struct SandboxState {
    enum class Kind : std::uint8_t {
        unavailable,  // wanted, but impossible on this machine; see settings::fail_if_unavailable
        off,          // switched off by the settings
        weaker,
        on,
    };
    Kind kind = Kind::unavailable;
    std::string reason{};  // one line; empty if the sandbox is on
    std::string origin{};  // "file#pointer" of the setting that switched it off
    std::string remedy{};
    host::Availability machine{};  // not filled in if the settings switch the sandbox off
    bool operator==(const SandboxState&) const = default;
};
[[nodiscard]] std::string_view to_string(SandboxState::Kind kind);

// Returns the state that the settings alone give: on if they want a sandbox, else off. Pure.
[[nodiscard]] SandboxState wanted_state(const settings::Settings& settings, host::Platform platform);
// Returns the state on a machine whose settings want a sandbox. Pure.
[[nodiscard]] SandboxState with_machine(const settings::Settings& settings, host::Availability machine);

// Returns the state by settings and machine together, for facts that `look_at_host` found. Pure.
[[nodiscard]] SandboxState sandbox_state(const Session& session, const host::Facts& facts);

// Returns the places in which bubblewrap is looked for. Places that commands could write are excluded.
[[nodiscard]] host::BwrapSearch bwrap_search(const Session& session, std::vector<AbsPath> writable);

}  // namespace postern::app
