// Settings with their defaults. Code reads a setting that has a default only through this file.
#pragma once

#include "base/quantity.h"
#include "settings/settings.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
template <>
inline constexpr Caches kDefault<Caches> = Caches::project;

// Serves keys whose default is simply "false", "nothing" or "not set".
template <class T>
T value_or(const Optional<T>& setting, T fallback) {
    return setting ? setting->value : fallback;
}

// Never bypass_permissions while that mode is disabled.
inline Mode mode(const Settings& s) {
    const Mode wanted = value_or(s.permissions.default_mode, kDefault<Mode>);
    const bool refused = wanted == Mode::bypass_permissions && s.permissions.disable_bypass_permissions_mode;
    return refused ? Mode::default_ : wanted;
}

inline Caution undecidable(const Settings& s) {
    return value_or(s.postern.undecidable, kDefault<Caution>);
}

inline ExecGuardMode exec_guard(const Settings& s) {
    return value_or(s.postern.exec_guard, kDefault<ExecGuardMode>);
}

inline Permit ask_fallback(const Settings& s) {
    return value_or(s.postern.ask_fallback, kDefault<Permit>);
}

inline Caution exec_new_files(const Settings& s) {
    return value_or(s.postern.exec_new_files, kDefault<Caution>);
}

inline Toggle create_guard(const Settings& s) {
    return value_or(s.postern.create_guard, kDefault<Toggle>);
}

inline Caches caches(const Settings& s) {
    return value_or(s.postern.caches, kDefault<Caches>);
}

inline Toggle transparent(const Settings& s) {
    return value_or(s.postern.network.transparent, kDefault<Toggle>);
}

inline Permit hidden_server_name(const Settings& s) {
    return value_or(s.postern.network.hidden_server_name, kDefault<Permit>);
}

inline bool record_enabled(const Settings& s) {
    return value_or(s.postern.record.enabled, true) || value_or(s.postern.record.required, false);
}

inline bool record_required(const Settings& s) {
    return value_or(s.postern.record.required, false);
}

inline std::string record_anchors(const Settings& s) {
    return value_or(s.postern.record.anchors, std::string("/dev/log"));
}

inline std::vector<std::uint16_t> port_numbers(const Ports& ports) {
    std::vector<std::uint16_t> out;
    for (const auto& port : ports) out.push_back(static_cast<std::uint16_t>(port.value));
    return out;
}

inline std::vector<std::uint16_t> transparent_ports(const Settings& s) {
    const Ports& listed = s.postern.network.transparent_ports;
    if (listed.empty()) return {80, 443, 22, 5432, 3306, 6379, 9418};
    return port_numbers(listed);
}

inline std::optional<std::chrono::milliseconds> approval_deadline(const Settings& s) {
    const auto time = s.approval.deadline ? parse_milliseconds(s.approval.deadline->value) : fail(Errc::invalid, "");
    return time ? std::optional(std::chrono::milliseconds(*time)) : std::nullopt;
}

inline std::int64_t denials_consecutive(const Settings& s) {
    return value_or<std::int64_t>(s.approval.denials_consecutive, 3);
}

inline std::int64_t denials_total(const Settings& s) {
    return value_or<std::int64_t>(s.approval.denials_total, 20);
}

// As set, on whatever platform.
inline bool sandbox_enabled(const Settings& s) {
    return value_or(s.sandbox.enabled, true);
}

// `platform` is "linux", "wsl" or "macos"; false if it is not listed.
inline bool platform_enabled(const Settings& s, std::string_view platform) {
    const List& listed = s.sandbox.enabled_platforms;
    return listed.empty() || std::ranges::find(listed, platform, &Setting<std::string>::value) != listed.end();
}

inline bool auto_allow_bash_if_sandboxed(const Settings& s) {
    return value_or(s.sandbox.auto_allow_bash_if_sandboxed, true);
}

inline bool allow_unsandboxed_commands(const Settings& s) {
    return value_or(s.sandbox.allow_unsandboxed_commands, true);
}

inline bool fail_if_unavailable(const Settings& s) {
    return value_or(s.sandbox.fail_if_unavailable, true);
}

inline bool block_reads_outside_working_directories(const Settings& s) {
    return value_or(s.permissions.block_reads_outside_working_directories, false);
}

inline bool block_writes_outside_working_directories(const Settings& s) {
    return value_or(s.permissions.block_writes_outside_working_directories, false);
}

inline bool deny_instead_of_prompting(const Settings& s) {
    return value_or(s.permissions.deny_instead_of_prompting, false);
}

}  // namespace postern::settings
