#include "host/host_checks.h"

#include "made_up_host.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <ostream>

namespace postern::host {

void PrintTo(const Check& c, std::ostream* out) {
    *out << c.name << " | " << to_string(c.level) << " | " << c.found << " | " << c.consequence << " | " << c.remedy;
}

namespace {

using test::check_named;
using test::good_host;
using test::masked_proc_host;
using test::refusing_host;
using Level = Check::Level;

constexpr const char* kNothingRuns = "no sandbox can be built, so nothing runs";

TEST(HostChecks, AGoodHostIsOkThroughout) {
    for (const Check& check : judge_host(good_host())) EXPECT_EQ(check.level, Level::ok) << check.name;
    EXPECT_EQ(worst(judge_host(good_host())), Level::ok);
    EXPECT_EQ(judge_host(good_host()).size(), 18U);
}

TEST(HostChecks, WhateverIsNotOkSaysWhatFollows) {
    Observations bare;
    for (const Check& check : judge_host(bare)) {
        EXPECT_FALSE(check.found.empty() && check.name != "temporary files" && check.name != "state directory");
        if (check.level == Level::missing) {
            EXPECT_FALSE(check.consequence.empty()) << check.name;
        }
    }
    EXPECT_EQ(worst(judge_host(bare)), Level::missing);
}

TEST(HostChecks, AppArmorGetsAProfileAndNotASysctl) {
    Observations seen = refusing_host("bwrap: setting up uid map: Permission denied");
    seen.sysctls.apparmor_restrict_userns = 1;
    const Check expected{"user namespaces",
                         Level::missing,
                         "AppArmor restricts user namespaces to programs with a profile (bwrap: setting up uid map: "
                         "Permission denied)",
                         kNothingRuns,
                         "allow it for bwrap alone (rather than switching the restriction off for every program):\n"
                         "  sudo tee /etc/apparmor.d/postern-bwrap <<'EOF'\n"
                         "  abi <abi/4.0>,\n"
                         "  include <tunables/global>\n"
                         "  profile postern-bwrap /usr/bin/bwrap flags=(unconfined) {\n"
                         "    userns,\n"
                         "  }\n"
                         "  EOF\n"
                         "  sudo apparmor_parser -r /etc/apparmor.d/postern-bwrap",
                         "sandbox.withoutNamespaces: true accepts a weaker sandbox, of Landlock and seccomp alone"};
    EXPECT_EQ(check_named(seen, "user namespaces"), expected);

    // bwrap can make the user namespace, but has no rights in it: the loopback device stays down.
    Observations later = good_host();
    later.sysctls.apparmor_restrict_userns = 1;
    later.trials.network = {.complaint = "bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted"};
    EXPECT_EQ(check_named(later, "network namespace").remedy, expected.remedy);

    seen.bwrap->path = *AbsPath::parse("/opt/my tools/bwrap");
    EXPECT_NE(check_named(seen, "user namespaces").remedy.find("\"/opt/my tools/bwrap\" flags"), std::string::npos);
}

struct Refusal {
    const char* what;
    std::function<void(Observations&)> change;
    const char* found;
    const char* remedy;  // how it begins
};

TEST(HostChecks, TheCauseOfARefusal) {
    const std::string complaint = "bwrap: No permissions to create a new namespace";
    const Refusal refusals[] = {
        {"Debian's switch", [](Observations& s) { s.sysctls.unprivileged_userns_clone = 0; },
         "kernel.unprivileged_userns_clone is 0 (bwrap: No permissions to create a new namespace)",
         "sudo sysctl -w kernel.unprivileged_userns_clone=1\n"},
        {"none at all", [](Observations& s) { s.sysctls.max_user_namespaces = 0; },
         "user.max_user_namespaces is 0 (bwrap: No permissions to create a new namespace)",
         "sudo sysctl -w user.max_user_namespaces=15000\n"},
        {"zero beats AppArmor",
         [](Observations& s) {
             s.sysctls.max_user_namespaces = 0;
             s.sysctls.apparmor_restrict_userns = 1;
         },
         "user.max_user_namespaces is 0 (bwrap: No permissions to create a new namespace)", "sudo sysctl"},
        {"WSL 1",
         [](Observations& s) {
             s.platform = Platform::wsl1;
             s.sysctls = {};
         },
         "WSL 1 has no namespaces", "move this distribution to WSL 2"},
        {"inside another sandbox",
         [](Observations& s) {
             s.container = "docker";
             s.trials.user.complaint = "bwrap: nesting depth exceeded (ENOSPC)";
         },
         "no more namespaces are allowed here (bwrap: nesting depth exceeded (ENOSPC))",
         "if this is a sandbox already"},
        {"docker", [](Observations& s) { s.container = "docker"; },
         "the container (docker) does not permit it (bwrap: No permissions to create a new namespace)",
         "start the container so that it permits this: docker run --security-opt seccomp=seccomp.json"},
        {"kubernetes", [](Observations& s) { s.container = "kubernetes"; },
         "the container (kubernetes) does not permit it (bwrap: No permissions to create a new namespace)",
         "start the container so that it permits this: hostUsers: false"},
        {"root is not held by switches for others",
         [](Observations& s) {
             s.root = true;
             s.sysctls.unprivileged_userns_clone = 0;
             s.sysctls.apparmor_restrict_userns = 1;
         },
         "refused (bwrap: No permissions to create a new namespace)", "try it by hand"},
    };
    for (const Refusal& refusal : refusals) {
        Observations seen = refusing_host(complaint);
        refusal.change(seen);
        const Check check = check_named(seen, "user namespaces");
        EXPECT_EQ(check.level, Level::missing) << refusal.what;
        EXPECT_EQ(check.found, refusal.found) << refusal.what;
        EXPECT_EQ(check.consequence, kNothingRuns) << refusal.what;
        EXPECT_EQ(check.remedy.find(refusal.remedy), 0U) << refusal.what << ": " << check.remedy;
    }
}

TEST(HostChecks, OneCauseIsOneThingMissing) {
    Observations no_bwrap = good_host();
    no_bwrap.bwrap.reset();
    no_bwrap.trials = {};
    for (const Observations& seen : {refusing_host("bwrap: no"), no_bwrap}) {
        const auto checks = judge_host(seen);
        EXPECT_EQ(std::count_if(checks.begin(), checks.end(), [](const Check& c) { return c.level == Level::missing; }),
                  1);
    }
}

TEST(HostChecks, ProcThatCannotBeMounted) {
    Observations seen = masked_proc_host();
    Check check = check_named(seen, "fresh /proc");
    EXPECT_EQ(check.level, Level::weak);
    EXPECT_NE(check.consequence.find("sandbox.enableWeakerNestedSandbox"), std::string::npos);
    EXPECT_NE(check.remedy.find("systempaths=unconfined"), std::string::npos);
    EXPECT_EQ(worst(judge_host(seen)), Level::weak);
    seen.asked.weaker_nested = false;
    check = check_named(seen, "fresh /proc");
    EXPECT_EQ(check.level, Level::missing);
    EXPECT_NE(check.offer.find("sandbox.enableWeakerNestedSandbox: true"), std::string::npos);
}

TEST(HostChecks, LandlockSaysWhatEachVersionLacks) {
    const std::string wall = "a second wall around files";
    const std::string alone = ", where the first wall stands alone";
    const std::pair<int, std::string> versions[] = {
        {1, wall +
                "; it does not cover moving files between directories, truncating files, device commands (ioctl), "
                "signals and abstract sockets" +
                alone},
        {2,
         wall + "; it does not cover truncating files, device commands (ioctl), signals and abstract sockets" + alone},
        {3, wall + "; it does not cover device commands (ioctl), signals and abstract sockets" + alone},
        {5, wall + "; it does not cover signals and abstract sockets" + alone},
        {6, wall},
        {9, wall},
    };
    for (const auto& [abi, consequence] : versions) {
        Observations seen = good_host();
        seen.walls.landlock_abi = abi;
        const Check expected{"Landlock", Level::ok, "ABI " + std::to_string(abi), consequence, {}};
        EXPECT_EQ(check_named(seen, "Landlock"), expected);
    }
    Observations off = good_host();
    off.walls.landlock_abi = 0;
    off.walls.landlock_off = true;
    EXPECT_EQ(check_named(off, "Landlock"), (Check{"Landlock", Level::weak, "built in but not switched on",
                                                   "the mounts are the only wall around files; there is no second one",
                                                   "add landlock to the lsm= list of the kernel's command line"}));
}

TEST(HostChecks, AmbientCapabilitiesKeepBwrapFromStarting) {
    Observations seen = good_host();
    seen.capabilities = {.ambient = "cap_net_raw"};
    Check expected{
        "capabilities", Level::info, "this process holds ambient: cap_net_raw", "commands get none of them", {}};
    EXPECT_EQ(check_named(seen, "capabilities"), expected) << "this bwrap starts";
    seen.bwrap.reset();
    seen.root = true;
    EXPECT_EQ(check_named(seen, "capabilities"), expected) << "something else is wrong";
    seen.root = false;
    expected.consequence += "; bwrap does not start with ambient capabilities";
    expected.remedy = "start the agent without them: setpriv --ambient-caps=-all AGENT";
    EXPECT_EQ(check_named(seen, "capabilities"), expected);
}

struct Changed {
    const char* check;
    std::function<void(Observations&)> change;
    Level level;
    const char* found;
};

TEST(HostChecks, EveryOtherFinding) {
    const Changed table[] = {
        {"platform", [](Observations& s) { s.platform = Platform::wsl2; }, Level::ok, "WSL 2, kernel 6.12.0"},
        {"platform", [](Observations& s) { s.platform = Platform::wsl1; }, Level::missing, "WSL 1, kernel 6.12.0"},
        {"platform", [](Observations& s) { s.platform = Platform::macos; }, Level::missing, "macOS, kernel 6.12.0"},
        {"bubblewrap", [](Observations& s) { s.bwrap.reset(), s.bwrap_problem = "no usable bwrap"; }, Level::missing,
         "no usable bwrap"},
        {"bubblewrap", [](Observations& s) { s.passed_over = {"/p/bwrap (why)"}; }, Level::info,
         "/usr/bin/bwrap (bubblewrap 0.11.0)"},
        {"nested namespaces", [](Observations& s) { s.trials.nested = {.complaint = "Read-only file system"}; },
         Level::info, "cannot be refused by bwrap (Read-only file system)"},
        {"seccomp filter", [](Observations& s) { s.walls.seccomp_filter = false; }, Level::missing, "not available"},
        {"exec guard", [](Observations& s) { s.walls.user_notification = false; }, Level::weak,
         "no seccomp user notification"},
        {"exec guard", [](Observations& s) { s.trials.listener = {.complaint = "Device or resource busy"}; },
         Level::weak, "no listener can be installed (Device or resource busy)"},
        {"cgroups", [](Observations& s) { s.cgroup.writable = false; }, Level::info, "version 2, not delegated to you"},
        {"cgroups", [](Observations& s) { s.cgroup.controllers = "cpu pids"; }, Level::info,
         "version 2, without memory and pids"},
        {"cgroups", [](Observations& s) { s.cgroup = {}; }, Level::info, "none"},
        {"container", [](Observations& s) { s.container = "podman"; }, Level::info, "podman"},
        {"user", [](Observations& s) { s.root = true; }, Level::info, "root"},
        {"capabilities", [](Observations&) {}, Level::ok, "none; bounding set: all"},
        {"capabilities", [](Observations& s) { s.capabilities->bounding.clear(); }, Level::ok, "none"},
        {"capabilities", [](Observations& s) { s.capabilities = {.permitted = "all", .effective = "all"}; },
         Level::info, "this process holds permitted and effective: all"},
        {"capabilities",
         [](Observations& s) {
             s.capabilities = {.permitted = "cap_kill,cap_net_raw",
                               .effective = "cap_kill",
                               .inheritable = "cap_net_raw",
                               .ambient = "cap_net_raw",
                               .bounding = "all"};
         },
         Level::info,
         "this process holds permitted: cap_kill,cap_net_raw; effective: cap_kill; inheritable: cap_net_raw; ambient: "
         "cap_net_raw; bounding set: all"},
        {"capabilities", [](Observations& s) { s.capabilities->inheritable = "cap_kill"; }, Level::info,
         "this process holds inheritable: cap_kill; bounding set: all"},
        {"capabilities", [](Observations& s) { s.capabilities.reset(); }, Level::info, "cannot be read"},
        {"git", [](Observations& s) { s.git.clear(); }, Level::info, "not found"},
        {"state directory", [](Observations& s) { s.state.problem = "not a directory"; }, Level::missing,
         "/home/u/.local/state/postern: not a directory"},
        {"state directory", [](Observations& s) { s.state.ours = false; }, Level::missing,
         "/home/u/.local/state/postern: belongs to somebody else"},
        {"state directory", [](Observations& s) { s.state.mode = 0770; }, Level::missing,
         "/home/u/.local/state/postern: others may write to it"},
        {"state directory", [](Observations& s) { s.state.mode = 0755; }, Level::info, "/home/u/.local/state/postern"},
        {"state directory", [](Observations& s) { s.state.in_project = true; }, Level::info,
         "/home/u/.local/state/postern"},
        {"temporary files", [](Observations& s) { s.temporary.mode = 0777; }, Level::weak, "/tmp"},
        {"temporary files", [](Observations& s) { s.temporary.in_project = true; }, Level::info, "/tmp"},
        {"temporary files", [](Observations& s) { s.temporary.problem = "cannot be used"; }, Level::missing,
         "/tmp: cannot be used"},
        {"postern-init", [](Observations& s) { s.init = Observations{}.init; }, Level::missing,
         "Postern cannot find out where it is itself"},
        {"postern-init",
         [](Observations& s) {
             s.init = {.objection = "/p/postern-init: why", .remedy = "chmod go-w /p/postern-init"};
         },
         Level::missing, "/p/postern-init: why"},
    };
    for (const Changed& row : table) {
        Observations seen = good_host();
        row.change(seen);
        const Check check = check_named(seen, row.check);
        EXPECT_EQ(to_string(check.level), to_string(row.level)) << row.check << ": " << row.found;
        EXPECT_EQ(check.found, row.found);
        if (check.level != Level::ok) {
            EXPECT_FALSE(check.consequence.empty()) << row.check;
        }
    }
}

}  // namespace
}  // namespace postern::host
