// What holds when nobody set a key: the one place where code reads a setting together with its default.
#pragma once

#include "settings/settings.h"

#include <string_view>

namespace postern::settings {

template <class T>
inline constexpr T kDefault{};
template <>
inline constexpr Mode kDefault<Mode> = Mode::default_;
template <>
inline constexpr Caution kDefault<Caution> = Caution::allow;
template <>
inline constexpr ExecGuardMode kDefault<ExecGuardMode> = ExecGuardMode::on;
template <>
inline constexpr Permit kDefault<Permit> = Permit::deny;
template <>
inline constexpr Toggle kDefault<Toggle> = Toggle::on;

Mode mode(const Settings&);  // default; never bypass_permissions while that is disabled
Caution undecidable(const Settings&);
ExecGuardMode exec_guard(const Settings&);
Permit ask_fallback(const Settings&);
Caution exec_new_files(const Settings&);
Toggle create_guard(const Settings&);
Toggle transparent(const Settings&);
Permit hidden_server_name(const Settings&);
std::vector<std::uint16_t> transparent_ports(const Settings&);
std::vector<std::uint16_t> port_numbers(const Ports&);

bool sandbox_enabled(const Settings&);                              // as the settings have it, wherever we are
bool platform_enabled(const Settings&, std::string_view platform);  // "linux", "wsl", "macos"; an unlisted one is off
bool auto_allow_bash_if_sandboxed(const Settings&);
bool allow_unsandboxed_commands(const Settings&);
bool fail_if_unavailable(const Settings&);
bool block_reads_outside_working_directories(const Settings&);
bool block_writes_outside_working_directories(const Settings&);
bool deny_instead_of_prompting(const Settings&);

// For keys whose default is simply "false", "nothing" or "not set".
template <class T>
T value_or(const Optional<T>& setting, T fallback) {
    return setting ? setting->value : fallback;
}

}  // namespace postern::settings
