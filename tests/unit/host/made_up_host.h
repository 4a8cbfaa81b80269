// Invented observations of other machines.
#pragma once

#include "host/host_checks.h"

#include <string>

namespace postern::host::test {

inline Bwrap some_bwrap() {
    return {.path = *AbsPath::parse("/usr/bin/bwrap"),
            .has_bind_fd = true,
            .has_as_pid_1 = true,
            .has_disable_userns = true,
            .has_perms = true,
            .has_size = true};
}

// A machine on which everything works.
inline Observations good_host() {
    const Trial works{.worked = true};
    return {
        .platform = Platform::linux,
        .release = "6.12.0",
        .bwrap = some_bwrap(),
        .bwrap_version = "bubblewrap 0.11.0",
        .trials = {works, works, works, works, works},
        .sysctls = {.unprivileged_userns_clone = 1, .max_user_namespaces = 1000, .apparmor_restrict_userns = 0},
        .walls = {.seccomp_filter = true, .user_notification = true, .landlock_abi = 6},
        .capabilities = CapabilitySets{.bounding = "all"},
        .cgroup = {.version = 2, .directory = "/sys/fs/cgroup/a", .writable = true, .controllers = "cpu memory pids"},
        .git = "git version 2.50.0",
        .state = {.path = "/home/u/.local/state/postern", .ours = true, .mode = 0700},
        .temporary = {.path = "/tmp", .mode = 01777},
        .init = {.real = *AbsPath::parse("/usr/libexec/postern/postern-init")}};
}

// A machine that refuses bwrap, which prints `complaint`.
inline Observations refusing_host(const std::string& complaint) {
    Observations out = good_host();
    out.trials = {};
    out.trials.user.complaint = complaint;
    out.trials.listener.worked = true;
    return out;
}

// A container whose /proc has parts hidden.
inline Observations masked_proc_host() {
    Observations out = good_host();
    out.container = "docker";
    out.asked.weaker_nested = true;
    out.trials.proc = {.complaint = "bwrap: Can't mount proc on /newroot/proc: Operation not permitted"};
    return out;
}

inline Check check_named(const Observations& seen, const std::string& name) {
    for (const Check& check : judge_host(seen)) {
        if (check.name == name) return check;
    }
    return {.name = "no check of this name", .found = name};
}

}  // namespace postern::host::test
