// Checks that do not concern namespaces, and the order in which all checks are shown.
#include "host/host_checks.h"

#include "host/namespace_checks.h"

#include <algorithm>

namespace postern::host {
namespace {

using Level = Check::Level;

bool lists(const std::string& words, const std::string& word) {
    return (' ' + words + ' ').find(' ' + word + ' ') != std::string::npos;
}

Check landlock_check(const Observations& seen) {
    const int abi = seen.walls.landlock_abi;
    if (abi <= 0) {
        return {"Landlock", Level::weak,
                seen.walls.landlock_off ? "built in but not switched on" : "not in this kernel",
                "the mounts are the only wall around files; there is no second one",
                seen.walls.landlock_off ? "add landlock to the lsm= list of the kernel's command line"
                                        : "use Linux 5.13 or later with CONFIG_SECURITY_LANDLOCK"};
    }
    Check out{"Landlock", Level::ok, "ABI " + std::to_string(abi), "a second wall around files", {}};
    std::string lacking;
    const auto lacks = [&](int since, const char* what) {
        if (abi < since) lacking += (lacking.empty() ? "" : ", ") + std::string(what);
    };
    lacks(2, "moving files between directories");
    lacks(3, "truncating files");
    lacks(5, "device commands (ioctl)");
    lacks(6, "signals and abstract sockets");
    if (!lacking.empty()) out.consequence += "; it does not cover " + lacking + ", where the first wall stands alone";
    return out;
}

Check cgroup_check(const Observations& seen) {
    const CgroupFacts& group = seen.cgroup;
    const bool counts = lists(group.controllers, "memory") && lists(group.controllers, "pids");
    const std::string version = group.version == 0 ? "none" : "version " + std::to_string(group.version);
    if (group.writable && counts) {
        return {"cgroups",
                Level::ok,
                version + ", delegated at " + group.directory,
                "limits on memory and processes can hold for a command as a whole",
                {}};
    }
    Check out{
        "cgroups",
        Level::info,
        version,
        "limits are resource limits of each process: memory is counted for each one alone, processes for the user",
        {}};
    if (group.version != 0) out.found += group.writable ? ", without memory and pids" : ", not delegated to you";
    if (group.version == 2) out.remedy = "start the agent with: systemd-run --user --scope -p Delegate=yes AGENT";
    return out;
}

Check container_check(const Observations& seen) {
    if (seen.sandbox_around) {
        return {"container",
                Level::info,
                (seen.container ? *seen.container + ", and " : "") + "a sandbox of " + *seen.sandbox_around,
                "Postern runs inside it, with what it leaves open",
                {}};
    }
    if (!seen.container) return {"container", Level::ok, "none", "nothing around Postern adds limits of its own", {}};
    return {"container",
            Level::info,
            *seen.container,
            "its limits come on top; files and processes outside it are out of a command's reach anyway",
            {}};
}

Check user_check(const Observations& seen) {
    if (!seen.root)
        return {"user", Level::ok, "not root", "a command that broke out would have your rights, no more", {}};
    return {
        "user", Level::info, "root",
        "inside the sandbox root owns every system file it sees, and a command that broke out would own the machine",
        "run the agent as an ordinary user"};
}

Check capabilities_check(const Observations& seen) {
    const std::string name = "capabilities";
    if (!seen.capabilities) return {name, Level::info, "cannot be read", "commands get none", {}};
    const CapabilitySets& own = *seen.capabilities;
    std::string held;
    const auto add = [&held](const char* set, const std::string& members) {
        if (!members.empty()) held += (held.empty() ? "" : "; ") + std::string(set) + ": " + members;
    };
    // Most processes have the same permitted and effective capabilities. One mention keeps the line short.
    const bool same = own.permitted == own.effective;
    add(same ? "permitted and effective" : "permitted", own.permitted);
    if (!same) add("effective", own.effective);
    add("inheritable", own.inheritable);
    add("ambient", own.ambient);
    const bool none = held.empty();
    if (none) held = "none";
    add("bounding set", own.bounding);
    if (none) return {name, Level::ok, held, "commands get none either", {}};
    Check out{name, Level::info, "this process holds " + held, "commands get none of them", {}};
    // An exec keeps ambient capabilities only. bwrap ends at once if it finds some and the user is not root.
    if (!seen.bwrap && !seen.root && !own.ambient.empty()) {
        out.consequence += "; bwrap does not start with ambient capabilities";
        out.remedy = "start the agent without them: setpriv --ambient-caps=-all AGENT";
    }
    return out;
}

Check git_check(const Observations& seen) {
    if (seen.git.empty()) {
        return {"git", Level::info, "not found", "repositories are protected all the same", {}};
    }
    return {"git", Level::ok, seen.git, {}, {}};
}

Check state_check(const Observations& seen) {
    const DirectoryFacts& dir = seen.state;
    Check out{
        .name = "state directory", .level = Level::ok, .found = dir.path, .consequence = "private to you", .own = true};
    if (!dir.problem.empty()) {
        out.level = Level::missing;
        out.found += ": " + dir.problem;
        out.consequence = "trust, approvals and the audit record have no place";
        out.remedy = "make it usable, or set XDG_STATE_HOME to a directory of yours";
    } else if (!dir.ours || (dir.mode & 0022U) != 0) {
        out.level = Level::missing;
        out.found += dir.ours ? ": others may write to it" : ": belongs to somebody else";
        out.consequence = "what it says about trust cannot be believed";
        out.remedy = dir.ours ? "chmod 700 " + dir.path : "set XDG_STATE_HOME to a directory of yours";
    } else if (dir.in_project) {
        out.level = Level::info;
        out.consequence = "it lies in the project, where commands write; it is protected, but does not belong there";
        out.remedy = "set XDG_STATE_HOME to a directory outside the project";
    } else if ((dir.mode & 0055U) != 0) {
        out.level = Level::info;
        out.consequence = "others on this machine may read what commands did, until the next run closes it";
        out.remedy = "chmod 700 " + dir.path;
    }
    return out;
}

Check temporary_check(const Observations& seen) {
    const DirectoryFacts& dir = seen.temporary;
    Check out{.name = "temporary files",
              .level = Level::ok,
              .found = dir.path,
              .consequence = "commands keep temporary files there, in a directory of their own",
              .own = true};
    if (!dir.problem.empty()) {
        out.level = Level::missing;
        out.found += ": " + dir.problem;
        out.consequence = "commands have no place for temporary files";
        out.remedy = "make it a directory of yours with mode 0700, or remove it";
    } else if ((dir.mode & 0002U) != 0 && (dir.mode & 01000U) == 0) {
        out.level = Level::weak;
        out.consequence = "everybody may remove or replace what is in it (it is not sticky)";
        out.remedy = "chmod +t " + dir.path;
    } else if (dir.in_project) {
        out.level = Level::info;
        out.consequence = "it lies in the project, so temporary files show up there";
        out.remedy = "keep Postern's state (XDG_STATE_HOME) outside the project";
    }
    return out;
}

Check init_check(const Observations& seen) {
    const Inspected& init = seen.init;
    if (init.real) {
        return {.name = "postern-init",
                .level = Level::ok,
                .found = init.real->text(),
                .consequence = "nobody else can change it",
                .own = true};
    }
    return {.name = "postern-init",
            .level = Level::missing,
            .found = init.objection,
            .consequence = "no command can be started in the sandbox",
            .remedy = init.remedy,
            .own = true};
}

}  // namespace

std::string_view to_string(Check::Level level) {
    switch (level) {
        case Level::ok: return "ok";
        case Level::info: return "info";
        case Level::weak: return "weak";
        case Level::missing: return "missing";
    }
    return "missing";
}

Check::Level worst(const std::vector<Check>& checks) {
    Level out = Level::ok;
    for (const Check& check : checks) out = std::max(out, check.level);
    return out;
}

std::vector<Check> judge_host(const Observations& seen) {
    return {platform_check(seen),
            bwrap_check(seen),
            user_namespace_check(seen),
            network_namespace_check(seen),
            proc_check(seen),
            nested_check(seen),
            seccomp_check(seen),
            exec_guard_check(seen),
            without_namespaces_check(seen),
            landlock_check(seen),
            cgroup_check(seen),
            container_check(seen),
            user_check(seen),
            capabilities_check(seen),
            git_check(seen),
            state_check(seen),
            temporary_check(seen),
            init_check(seen)};
}

std::vector<Check> check_host(const CheckOptions& options) {
    return judge_host(observe(options));
}

}  // namespace postern::host
