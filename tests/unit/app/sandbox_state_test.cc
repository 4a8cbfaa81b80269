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
    const SandboxState wanted{.kind = Kind::on};
    const host::Availability full{.support = Support::full, .fresh_proc = true, .exec_guard = true};
    EXPECT_EQ(with_machine(wanted, full), (SandboxState{.kind = Kind::on, .machine = full}));
    const host::Availability none{.support = Support::none, .reason = "r", .remedy = "m", .offer = "o"};
    EXPECT_EQ(with_machine(wanted, none),
              (SandboxState{.kind = Kind::unavailable, .reason = "r", .remedy = "m", .offer = "o", .machine = none}));
    const host::Availability weaker{.support = Support::weaker, .reason = "r"};
    EXPECT_EQ(with_machine(wanted, weaker).kind, Kind::weaker);
    const SandboxState off{.kind = Kind::off, .reason = "r", .origin = "o"};
    EXPECT_EQ(with_machine(off, full), off) << "the machine does not matter";
}

TEST(SandboxState, WhereCommandsMayRunWithoutASandbox) {
    settings::Settings s = with_source();
    SandboxState none{.kind = Kind::unavailable};
    EXPECT_FALSE(may_run_without(s, none));
    s.sandbox.fail_if_unavailable = {false, {0, "/x"}};
    EXPECT_TRUE(may_run_without(s, none));
    none.machine.own_in_order = false;
    EXPECT_FALSE(may_run_without(s, none)) << "it is not the machine that has no sandbox";
}

}  // namespace
}  // namespace postern::app
