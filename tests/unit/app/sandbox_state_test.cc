#include "app/sandbox_state.h"

#include <gtest/gtest.h>

namespace postern::app {
namespace {

using Kind = SandboxState::Kind;
using host::Platform;
using host::Support;

settings::Settings with_source() {
    settings::Settings out;
    out.sources.push_back({.file = "/s.json"});
    return out;
}

TEST(SandboxState, WhatTheSettingsWant) {
    settings::Settings s = with_source();
    EXPECT_EQ(wanted_state(s, host::settings_name(Platform::linux)), (SandboxState{.kind = Kind::on}));
    s.sandbox.enabled_platforms = {{"wsl", {0, "/sandbox/enabledPlatforms/0"}}};
    EXPECT_EQ(wanted_state(s, host::settings_name(Platform::wsl1)).kind, Kind::on);
    EXPECT_EQ(wanted_state(s, host::settings_name(Platform::wsl2)).kind, Kind::on);
    EXPECT_EQ(wanted_state(s, host::settings_name(Platform::linux)),
              (SandboxState{.kind = Kind::off,
                            .reason = "sandbox.enabledPlatforms does not list linux",
                            .origin = "/s.json#/sandbox/enabledPlatforms/0"}));
    EXPECT_EQ(wanted_state(s, host::settings_name(Platform::other)).reason,
              "sandbox.enabledPlatforms does not list this platform");
    s.sandbox.enabled = {false, {0, "/sandbox/enabled"}};
    EXPECT_EQ(
        wanted_state(s, host::settings_name(Platform::wsl2)),
        (SandboxState{.kind = Kind::off, .reason = "sandbox.enabled is false", .origin = "/s.json#/sandbox/enabled"}));
}

TEST(SandboxState, WhatTheMachineCanDo) {
    settings::Settings s = with_source();
    const SandboxState wanted{.kind = Kind::on};
    const host::Availability full{.support = Support::full, .fresh_proc = true, .exec_guard = true};
    EXPECT_EQ(with_machine(s, wanted, full), (SandboxState{.kind = Kind::on, .machine = full}));
    const host::Availability none{.support = Support::none, .reason = "r", .remedy = "m"};
    EXPECT_EQ(with_machine(s, wanted, none),
              (SandboxState{.kind = Kind::unavailable, .reason = "r", .remedy = "m", .machine = none}));
    const host::Availability no_guard{.support = Support::weaker, .fresh_proc = true, .reason = "r"};
    EXPECT_EQ(with_machine(s, wanted, no_guard).kind, Kind::weaker);
    const host::Availability no_proc{.support = Support::weaker, .exec_guard = true, .reason = "r"};
    EXPECT_EQ(with_machine(s, wanted, no_proc).kind, Kind::unavailable) << "nobody said that weaker will do";
    s.sandbox.enable_weaker_nested_sandbox = {true, {0, "/x"}};
    EXPECT_EQ(with_machine(s, wanted, no_proc).kind, Kind::weaker);
    EXPECT_EQ(with_machine(s, wanted, none).kind, Kind::unavailable);
    const SandboxState off{.kind = Kind::off, .reason = "r", .origin = "o"};
    EXPECT_EQ(with_machine(s, off, full), off) << "the machine does not matter";
}

}  // namespace
}  // namespace postern::app
