// Makes a policy from lists, without files.
#pragma once

#include "policy/decide.h"
#include "policy/policy.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace postern::policy {

struct Given {
    std::vector<std::string> deny{}, ask{}, allow{};
    bool sandbox = false;
    settings::Mode mode = settings::Mode::default_;
    settings::Caution undecidable = settings::Caution::allow;
    std::vector<std::string> excluded{};
    std::vector<std::string> directories{};
    bool auto_allow = true;
    bool allow_unsandboxed = true;
};

inline settings::Settings settings_for(const Given& given) {
    settings::Settings s;
    s.sources.push_back(
        {.scope = settings::Scope::project, .file = "/w/.postern/settings.json", .anchor = *AbsPath::parse("/w")});
    s.project = *AbsPath::parse("/w");
    s.home = *AbsPath::parse("/home/u");
    const auto fill = [](const std::vector<std::string>& texts, const char* list, settings::Rules& out) {
        for (std::size_t i = 0; i < texts.size(); ++i) {
            settings::RuleEntry entry;
            entry.text = texts[i];
            entry.origin.pointer = std::string("/permissions/") + list + "/" + std::to_string(i);
            out.push_back(std::move(entry));
        }
    };
    fill(given.deny, "deny", s.permissions.deny);
    fill(given.ask, "ask", s.permissions.ask);
    fill(given.allow, "allow", s.permissions.allow);
    for (const std::string& d : given.directories) s.permissions.additional_directories.push_back({d, {}});
    for (const std::string& e : given.excluded) s.sandbox.excluded_commands.push_back({e, {}});
    s.permissions.default_mode = {given.mode, {}};
    s.sandbox.enabled = {given.sandbox, {}};
    s.sandbox.auto_allow_bash_if_sandboxed = {given.auto_allow, {}};
    s.sandbox.allow_unsandboxed_commands = {given.allow_unsandboxed, {}};
    s.postern.undecidable = {given.undecidable, {}};
    return s;
}

inline Policy policy_for(const Given& given) {
    Host host{
        .cwd = *AbsPath::parse("/w"), .home = *AbsPath::parse("/home/u"), .has_sandbox = true, .has_exec_guard = true};
    auto compiled = compile(settings_for(given), std::move(host));
    if (!compiled) {
        ADD_FAILURE() << compiled.error().what << " at " << compiled.error().where;
        return {};
    }
    return std::move(compiled->policy);
}

inline Decision decide(const Policy& policy, std::string_view text, bool unsandboxed = false) {
    const shell::Analysis analysis = shell::analyse(text);
    return decide_command(policy, {.text = text, .analysis = analysis, .unsandboxed = unsandboxed});
}

inline std::string verdict(const Given& given, std::string_view text) {
    return std::string(to_string(decide(policy_for(given), text).verdict));
}

}  // namespace postern::policy
