#include "settings/defaults.h"

#include <algorithm>

namespace postern::settings {

Mode mode(const Settings& s) {
    const Mode wanted = value_or(s.permissions.default_mode, kDefault<Mode>);
    const bool refused = wanted == Mode::bypass_permissions && s.permissions.disable_bypass_permissions_mode;
    return refused ? Mode::default_ : wanted;
}

Caution undecidable(const Settings& s) {
    return value_or(s.postern.undecidable, kDefault<Caution>);
}

ExecGuardMode exec_guard(const Settings& s) {
    return value_or(s.postern.exec_guard, kDefault<ExecGuardMode>);
}

Permit ask_fallback(const Settings& s) {
    return value_or(s.postern.ask_fallback, kDefault<Permit>);
}

Caution exec_new_files(const Settings& s) {
    return value_or(s.postern.exec_new_files, kDefault<Caution>);
}

Toggle create_guard(const Settings& s) {
    return value_or(s.postern.create_guard, kDefault<Toggle>);
}

Toggle transparent(const Settings& s) {
    return value_or(s.postern.network.transparent, kDefault<Toggle>);
}

Permit hidden_server_name(const Settings& s) {
    return value_or(s.postern.network.hidden_server_name, kDefault<Permit>);
}

std::vector<std::uint16_t> transparent_ports(const Settings& s) {
    const Ports& listed = s.postern.network.transparent_ports;
    if (listed.empty()) return {80, 443, 22, 5432, 3306, 6379, 9418};
    return port_numbers(listed);
}

std::vector<std::uint16_t> port_numbers(const Ports& ports) {
    std::vector<std::uint16_t> out;
    for (const auto& port : ports) out.push_back(static_cast<std::uint16_t>(port.value));
    return out;
}

bool sandbox_enabled(const Settings& s) {
    return value_or(s.sandbox.enabled, true);
}

bool platform_enabled(const Settings& s, std::string_view platform) {
    const List& listed = s.sandbox.enabled_platforms;
    return listed.empty() || std::ranges::find(listed, platform, &Setting<std::string>::value) != listed.end();
}

bool auto_allow_bash_if_sandboxed(const Settings& s) {
    return value_or(s.sandbox.auto_allow_bash_if_sandboxed, true);
}

bool allow_unsandboxed_commands(const Settings& s) {
    return value_or(s.sandbox.allow_unsandboxed_commands, true);
}

bool fail_if_unavailable(const Settings& s) {
    return value_or(s.sandbox.fail_if_unavailable, true);
}

bool block_reads_outside_working_directories(const Settings& s) {
    return value_or(s.permissions.block_reads_outside_working_directories, false);
}

bool block_writes_outside_working_directories(const Settings& s) {
    return value_or(s.permissions.block_writes_outside_working_directories, false);
}

bool deny_instead_of_prompting(const Settings& s) {
    return value_or(s.permissions.deny_instead_of_prompting, false);
}

}  // namespace postern::settings
