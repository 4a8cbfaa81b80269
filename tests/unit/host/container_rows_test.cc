// One made-up host for each kind of container and sandbox of tests/containers/, so that the decisions are tried without
// podman. Doctor reads the checks, status and run the availability: both must come to the same.
#include "host/availability.h"
#include "host/container_remedies.h"
#include "host/sandbox_signs.h"
#include "made_up_host.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace postern::host {
namespace {

using Level = Check::Level;
using test::good_host;

constexpr const char* kAcceptProc = "sandbox.enableWeakerNestedSandbox: true accepts";
constexpr const char* kAcceptNone = "sandbox.withoutNamespaces: true accepts";

Observations podman() {
    Observations out = good_host();
    out.container = "podman";
    out.root = true;
    return out;
}

void mask_proc(Observations& seen) {
    seen.trials.proc = {.complaint = "bwrap: Can't mount proc on /newroot/proc: Operation not permitted"};
}
void refuse_namespaces(Observations& seen) {
    const Trial listener = seen.trials.listener;
    seen.trials = {};
    seen.trials.user.complaint = "bwrap: No permissions to create a new namespace";
    seen.trials.listener = listener;
}
void nest(Observations& seen) {
    refuse_namespaces(seen);
    seen.trials.listener = {.complaint = "Device or resource busy"};
    seen.sandbox_around = kPosternAround;
}
// What is not tried because the settings ask to do without namespaces.
void without(Observations& seen) {
    const Trial listener = seen.trials.listener;
    seen.asked.without_namespaces = true;
    seen.bwrap.reset();
    seen.trials = {};
    seen.trials.listener = listener;
}

struct HostRow {
    const char* name;
    std::function<void(Observations&)> change;
    Support support;
    const char* reason;  // how it begins
    const char* remedy;  // a part of it
    const char* offer;   // how it begins
};

const HostRow kRows[] = {
    {"everything permitted", [](Observations&) {}, Support::full, "", "", ""},
    {"masked /proc", mask_proc, Support::none, "fresh /proc: ", "podman run --security-opt unmask=ALL", kAcceptProc},
    {"masked /proc, accepted",
     [](Observations& s) {
         mask_proc(s);
         s.asked.weaker_nested = true;
     },
     Support::weaker, "fresh /proc: ", "podman run --security-opt unmask=ALL", ""},
    {"masked /proc in Docker",
     [](Observations& s) {
         mask_proc(s);
         s.container = "docker";
     },
     Support::none, "fresh /proc: ", "docker run --security-opt systempaths=unconfined", kAcceptProc},
    {"no namespaces in Docker",
     [](Observations& s) {
         refuse_namespaces(s);
         s.container = "docker";
     },
     Support::none, "user namespaces: the container (docker) does not permit it",
     "docker run --security-opt seccomp=seccomp.json", kAcceptNone},
    {"no namespaces in Kubernetes",
     [](Observations& s) {
         refuse_namespaces(s);
         s.container = "kubernetes";
     },
     Support::none, "user namespaces: the container (kubernetes) does not permit it", "procMount: Unmasked",
     kAcceptNone},
    {"no namespaces in something unknown",
     [](Observations& s) {
         refuse_namespaces(s);
         s.container = "rkt";
     },
     Support::none, "user namespaces: the container (rkt) does not permit it", "kubernetes: ", kAcceptNone},
    {"a limit of none",
     [](Observations& s) {
         refuse_namespaces(s);
         s.sysctls.max_user_namespaces = 0;
     },
     Support::none, "user namespaces: user.max_user_namespaces is 0", "the machine that the container runs on",
     kAcceptNone},
    {"no namespaces, and an old Landlock",
     [](Observations& s) {
         refuse_namespaces(s);
         s.walls.landlock_abi = 5;
     },
     Support::none, "user namespaces: ", "podman run", ""},
    {"without namespaces", without, Support::weaker, "without namespaces: sandbox.withoutNamespaces is set", "", ""},
    {"without namespaces, and an old Landlock",
     [](Observations& s) {
         without(s);
         s.walls.landlock_abi = 5;
     },
     Support::none, "without namespaces: needs Landlock ABI 6", "Linux 6.12", ""},
    {"without namespaces, and no listener",
     [](Observations& s) {
         without(s);
         s.trials.listener = {.complaint = "Device or resource busy"};
     },
     Support::none, "without namespaces: needs a seccomp listener", "", ""},
    {"read-only root", [](Observations& s) { s.state.problem = "cannot be made in /root: Read-only file system"; },
     Support::none, "state directory: ", "XDG_STATE_HOME", ""},
    {"no temporary directory", [](Observations& s) { s.temporary.problem = "cannot be used"; }, Support::none,
     "temporary files: ", "0700", ""},
    {"no bubblewrap",
     [](Observations& s) {
         refuse_namespaces(s);
         s.bwrap.reset();
     },
     Support::none, "bubblewrap: ", "install bubblewrap", kAcceptNone},
    {"in a sandbox whose user namespace hides owners",
     [](Observations& s) {
         refuse_namespaces(s);
         s.bwrap.reset();
         s.bwrap_problem = "no usable bwrap in PATH; passed over: /usr/bin/bwrap (/usr has an owner whom …)";
         s.sandbox_around = kBwrapAround;
         s.init = {.objection = "/usr has an owner whom …"};
     },
     Support::none, "bubblewrap: no usable bwrap", "run Postern outside the other sandbox", ""},
    {"in a Postern", nest, Support::none, "user namespaces: a sandbox of Postern is around this process",
     "without `postern run`", ""},
    {"in a Postern that hides bubblewrap",
     [](Observations& s) {
         nest(s);
         s.bwrap.reset();
     },
     Support::none, "bubblewrap: ", "without `postern run`", ""},
    {"in a Postern, without namespaces",
     [](Observations& s) {
         nest(s);
         without(s);
     },
     Support::none, "without namespaces: needs a seccomp listener", "without `postern run`", ""},
    {"in another sandbox that permits it", [](Observations& s) { s.sandbox_around = kBwrapAround; }, Support::full, "",
     "", ""},
    {"in another sandbox that does not",
     [](Observations& s) {
         refuse_namespaces(s);
         s.container.reset();
         s.sandbox_around = kBwrapAround;
     },
     Support::none, "user namespaces: a sandbox of bubblewrap is around this process",
     "run Postern outside the other sandbox", kAcceptNone},
    {"a supervisor listens already, and rules need the guard",
     [](Observations& s) {
         s.trials.listener = {.complaint = "Device or resource busy"};
         s.asked.exec_guard = true;
     },
     Support::none, "exec guard: ", "run Postern outside it", "postern.execGuard"},
    {"a supervisor listens already, and no rule needs the guard",
     [](Observations& s) { s.trials.listener = {.complaint = "Device or resource busy"}; }, Support::weaker,
     "exec guard: ", "run Postern outside it", ""},
    {"no Landlock", [](Observations& s) { s.walls.landlock_abi = 0; }, Support::weaker, "Landlock: ", "Linux 5.13", ""},
};

TEST(ContainerRows, DoctorStatusAndRunReadTheSameAnswer) {
    for (const HostRow& row : kRows) {
        Observations seen = podman();
        row.change(seen);
        const Availability out = judge_availability(seen);
        EXPECT_EQ(out.support, row.support) << row.name << ": " << out.reason;
        EXPECT_EQ(out.reason.find(row.reason), 0U) << row.name << ": " << out.reason;
        EXPECT_NE(out.remedy.find(row.remedy), std::string::npos) << row.name << ": " << out.remedy;
        EXPECT_EQ(out.offer.find(row.offer), 0U) << row.name << ": " << out.offer;
        EXPECT_EQ(out.offer.empty(), *row.offer == '\0') << row.name << ": " << out.offer;
        EXPECT_EQ(out.offer.find('\n'), std::string::npos) << "one line: " << row.name;
        const Level level = worst(judge_host(seen));
        const Support of_doctor = level == Level::missing ? Support::none
                                  : level == Level::weak  ? Support::weaker
                                                          : Support::full;
        EXPECT_EQ(of_doctor, out.support) << row.name;
    }
}

TEST(ContainerRows, OnlyOwnFilesStopCommandsThatMayRunWithoutASandbox) {
    for (const HostRow& row : kRows) {
        Observations seen = podman();
        row.change(seen);
        const std::string name = row.name;
        const bool own = name == "read-only root" || name == "no temporary directory" ||
                         name == "in a sandbox whose user namespace hides owners";
        EXPECT_EQ(judge_availability(seen).own_in_order, !own) << row.name;
    }
}

struct SignsRow {
    const char* name;
    SandboxSigns signs;
    bool contained;
    std::optional<std::string> around;
};

TEST(SandboxSigns, WhatHoldsThisProcess) {
    const SignsRow rows[] = {
        {"nothing", {.ancestors = {"bash", "sshd", "systemd"}}, false, std::nullopt},
        {"a container", {.filtered = true, .ancestors = {"sh"}}, true, std::nullopt},
        {"a container without new privileges", {true, true, {"sh"}}, true, std::nullopt},
        {"Postern", {true, true, {"bash", "postern-init"}}, false, kPosternAround},
        {"Postern in a container", {true, true, {"bash", "postern-init"}}, true, kPosternAround},
        {"Postern without namespaces",
         {true, true, {"bash", "postern-init", "postern", "bash"}},
         false,
         kPosternAround},
        {"only its name", {.ancestors = {"postern-init"}}, false, std::nullopt},
        {"bubblewrap", {.no_new_privileges = true, .ancestors = {"node", "bwrap"}}, false, kBwrapAround},
        {"bubblewrap in a container", {.no_new_privileges = true, .ancestors = {"bwrap", "sh"}}, true, kBwrapAround},
        {"an agent's own filter", {true, true, {"bash", "agent"}}, false, kUnknownAround},
    };
    for (const SignsRow& row : rows) EXPECT_EQ(sandbox_around(row.signs, row.contained), row.around) << row.name;
}

}  // namespace
}  // namespace postern::host
