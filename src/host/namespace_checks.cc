#include "host/namespace_checks.h"

#include "host/bwrap_search.h"
#include "host/container_remedies.h"
#include "host/sandbox_signs.h"

#include <utility>

namespace postern::host {
namespace {

using Level = Check::Level;

// Landlock from this version on keeps signals inside. With an older one a command could end Postern itself.
constexpr int kLandlockAlone = 6;

constexpr const char* kNothingRuns = "no sandbox can be built, so nothing runs";

std::string quoted_for_apparmor(const std::string& path) {
    const bool plain = path.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._+-") ==
                       std::string::npos;
    return plain ? path : '"' + path + '"';
}

// Returns a profile that lets only bwrap make user namespaces. The restriction stays for all other programs.
std::string apparmor_remedy(const AbsPath& bwrap) {
    return "allow it for bwrap alone (rather than switching the restriction off for every program):\n"
           "  sudo tee /etc/apparmor.d/postern-bwrap <<'EOF'\n"
           "  abi <abi/4.0>,\n"
           "  include <tunables/global>\n"
           "  profile postern-bwrap " +
           quoted_for_apparmor(bwrap.text()) +
           " flags=(unconfined) {\n"
           "    userns,\n"
           "  }\n"
           "  EOF\n"
           "  sudo apparmor_parser -r /etc/apparmor.d/postern-bwrap";
}

std::string sysctl_remedy(const std::string& assignment) {
    return "sudo sysctl -w " + assignment + "\n  and to keep it: echo '" + assignment +
           "' | sudo tee /etc/sysctl.d/60-postern.conf";
}

struct Cause {
    std::string found, remedy;
};

Cause inside_of(const Observations& seen, const std::string& complaint) {
    return {"a sandbox of " + *seen.sandbox_around + " is around this process and does not permit it" + complaint,
            nested_remedy(*seen.sandbox_around)};
}

// Says why Landlock and seccomp alone cannot hold commands here, or "" if they can.
std::string objection_without_namespaces(const Observations& seen) {
    if (seen.platform != Platform::linux && seen.platform != Platform::wsl2) return "needs Linux";
    if (!seen.walls.seccomp_filter) return "needs a seccomp filter";
    if (seen.walls.landlock_abi < kLandlockAlone) {
        return "needs Landlock ABI 6, which keeps signals inside; here is ABI " +
               std::to_string(seen.walls.landlock_abi);
    }
    const bool tried = seen.trials.listener.worked || !seen.trials.listener.complaint.empty();
    if (!seen.walls.user_notification || (tried && !seen.trials.listener.worked)) {
        return "needs a seccomp listener, for changes of modes";
    }
    return {};
}

// Returns the line that offers the sandbox without namespaces, or "" where there is none to offer.
std::string offer_without_namespaces(const Observations& seen) {
    const bool nested = seen.sandbox_around == kPosternAround;
    if (nested || !seen.init.real || !objection_without_namespaces(seen).empty()) return {};
    return "sandbox.withoutNamespaces: true accepts a weaker sandbox, of Landlock and seccomp alone";
}

// Returns the reason why bwrap was refused. What surely forbids it comes first, guesses from the surroundings last.
Cause cause_of(const Observations& seen, const Trial& trial) {
    const std::string complaint = trial.complaint.empty() ? std::string{} : " (" + trial.complaint + ')';
    if (seen.platform == Platform::wsl1) {
        return {"WSL 1 has no namespaces", "move this distribution to WSL 2: wsl --set-version DISTRIBUTION 2"};
    }
    if (seen.sandbox_around == kPosternAround) return inside_of(seen, complaint);
    if (seen.sysctls.max_user_namespaces == 0) {
        return {"user.max_user_namespaces is 0" + complaint,
                sysctl_remedy("user.max_user_namespaces=15000") +
                    (seen.container ? "\n  on the machine that the container runs on" : "")};
    }
    if (seen.sysctls.unprivileged_userns_clone == 0 && !seen.root) {
        return {"kernel.unprivileged_userns_clone is 0" + complaint,
                sysctl_remedy("kernel.unprivileged_userns_clone=1")};
    }
    if (seen.sysctls.apparmor_restrict_userns == 1 && !seen.root && seen.bwrap) {
        return {"AppArmor restricts user namespaces to programs with a profile" + complaint,
                apparmor_remedy(seen.bwrap->path)};
    }
    if (seen.sandbox_around) return inside_of(seen, complaint);
    // The kernel lets a process map uid 0 of the namespace around it only with CAP_SETFCAP.
    if (seen.root && trial.complaint.find("uid map: Operation not permitted") != std::string::npos) {
        return {"root has no capability CAP_SETFCAP here" + complaint,
                std::string("run the agent as an ordinary user") +
                    (seen.container ? ", or start the container with --cap-add SETFCAP" : "")};
    }
    // The limit may be that of an outer namespace, so the sysctl seen here may be high enough.
    if (trial.complaint.find("ENOSPC") != std::string::npos) {
        return {"no more namespaces are allowed here" + complaint,
                "if this is a sandbox already, run Postern outside it; else raise user.max_user_namespaces"};
    }
    if (seen.container) {
        return {"the container (" + *seen.container + ") does not permit it" + complaint,
                container_remedy(*seen.container, Forbidden::namespaces)};
    }
    return {"refused" + complaint, "try it by hand: bwrap --unshare-user --unshare-net --ro-bind / / true"};
}

Check refused(const Observations& seen, std::string name, Cause cause, std::string consequence) {
    return {std::move(name),        Level::missing,          std::move(cause.found),
            std::move(consequence), std::move(cause.remedy), offer_without_namespaces(seen)};
}

// Returns the answer of every check that is about namespaces if the settings ask to do without these.
Check not_needed(std::string name) {
    return {std::move(name), Level::info, "not needed", "sandbox.withoutNamespaces is set", {}};
}

}  // namespace

Check platform_check(const Observations& seen) {
    Check out{"platform", Level::ok, std::string(to_string(seen.platform)), {}, {}};
    if (!seen.release.empty()) out.found += ", kernel " + seen.release;
    switch (seen.platform) {
        case Platform::linux:
        case Platform::wsl2: return out;
        case Platform::wsl1:
            out.level = Level::missing;
            out.consequence = "it has no namespaces: " + std::string(kNothingRuns);
            out.remedy = "move this distribution to WSL 2: wsl --set-version DISTRIBUTION 2";
            return out;
        case Platform::macos:
        case Platform::other: break;
    }
    out.level = Level::missing;
    out.consequence = "this build makes sandboxes with bubblewrap, on Linux only";
    return out;
}

Check bwrap_check(const Observations& seen) {
    if (seen.asked.without_namespaces) return not_needed("bubblewrap");
    if (!seen.bwrap) {
        Check out{"bubblewrap",
                  Level::missing,
                  seen.bwrap_problem.empty() ? "not found" : seen.bwrap_problem,
                  kNothingRuns,
                  std::string(kBwrapRemedy),
                  offer_without_namespaces(seen)};
        if (!seen.sandbox_around) return out;
        out.consequence = "a sandbox of " + *seen.sandbox_around + " is around this process: " + kNothingRuns;
        out.remedy = nested_remedy(*seen.sandbox_around);
        return out;
    }
    Check out{"bubblewrap", Level::ok, seen.bwrap->path.text(), {}, {}};
    if (!seen.bwrap_version.empty()) out.found += " (" + seen.bwrap_version + ')';
    std::string lacking;
    const auto lacks = [&](bool has, const char* option) {
        if (!has) lacking += (lacking.empty() ? "" : ", ") + std::string(option);
    };
    lacks(seen.bwrap->has_bind_fd, "--bind-fd");
    lacks(seen.bwrap->has_as_pid_1, "--as-pid-1");
    lacks(seen.bwrap->has_disable_userns, "--disable-userns");
    lacks(seen.bwrap->has_perms, "--perms");
    lacks(seen.bwrap->has_size, "--size");
    out.consequence = lacking.empty() ? "has every option Postern uses" : "works without " + lacking;
    if (!seen.passed_over.empty()) {
        out.level = Level::info;
        out.consequence += "; passed over: " + seen.passed_over.front();
    }
    return out;
}

Check user_namespace_check(const Observations& seen) {
    const std::string name = "user namespaces";
    if (seen.asked.without_namespaces) return not_needed(name);
    if (seen.trials.user.worked) return {name, Level::ok, "work", "commands get a file system view of their own", {}};
    if (!seen.bwrap) return {name, Level::info, "not tried without bubblewrap", {}, {}};
    return refused(seen, name, cause_of(seen, seen.trials.user), kNothingRuns);
}

Check network_namespace_check(const Observations& seen) {
    const std::string name = "network namespace";
    if (seen.asked.without_namespaces) return not_needed(name);
    if (seen.trials.network.worked) {
        return {name, Level::ok, "works", "commands reach only what the settings allow", {}};
    }
    if (!seen.trials.user.worked) return {name, Level::info, "not tried without user namespaces", {}, {}};
    return refused(seen, name, cause_of(seen, seen.trials.network), "the network cannot be closed, so nothing runs");
}

Check proc_check(const Observations& seen) {
    const std::string name = "fresh /proc";
    if (seen.asked.without_namespaces) return not_needed(name);
    if (seen.trials.proc.worked) return {name, Level::ok, "mounts", "commands see only their own processes", {}};
    if (!seen.trials.user.worked) return {name, Level::info, "not tried without user namespaces", {}, {}};
    Check out{name, Level::weak, "cannot be mounted (" + seen.trials.proc.complaint + ')', {}, {}};
    out.consequence = "commands see the /proc of everything around them, as sandbox.enableWeakerNestedSandbox accepts";
    if (!seen.asked.weaker_nested) {
        out.level = Level::missing;
        out.consequence = "a sandbox could be built only with the /proc of everything around it, so nothing runs";
        out.offer =
            "sandbox.enableWeakerNestedSandbox: true accepts the weaker sandbox, with the /proc of everything "
            "around it";
    }
    if (seen.sandbox_around) {
        out.consequence = "a sandbox of " + *seen.sandbox_around + " is around this process: " + out.consequence;
        out.remedy = nested_remedy(*seen.sandbox_around);
    } else if (seen.container) {
        out.remedy = container_remedy(*seen.container, Forbidden::fresh_proc);
    } else {
        out.remedy = "something is mounted over parts of /proc here (see /proc/self/mountinfo); unmount it";
    }
    return out;
}

Check nested_check(const Observations& seen) {
    const std::string name = "nested namespaces";
    if (seen.asked.without_namespaces) return not_needed(name);
    if (seen.trials.nested.worked) return {name, Level::ok, "can be refused", "commands cannot make their own", {}};
    if (!seen.trials.user.worked) return {name, Level::info, "not tried without user namespaces", {}, {}};
    return {name,
            Level::info,
            "cannot be refused by bwrap (" + seen.trials.nested.complaint + ')',
            "the seccomp filter alone keeps commands from making their own",
            {}};
}

Check seccomp_check(const Observations& seen) {
    if (seen.walls.seccomp_filter) {
        return {"seccomp filter", Level::ok, "available", "dangerous system calls are refused", {}};
    }
    return {"seccomp filter", Level::missing, "not available", kNothingRuns,
            seen.container ? "the container's own filter may hide it: start it with one that allows seccomp and prctl"
                           : "use a kernel built with CONFIG_SECCOMP_FILTER"};
}

Check exec_guard_check(const Observations& seen) {
    const std::string name = "exec guard";
    const std::string consequence =
        "rules are applied to the text of commands only; what the text does not tell is asked about";
    if (seen.walls.user_notification && seen.trials.listener.worked) {
        return {name,
                Level::ok,
                "works (seccomp user notification)",
                "rules meet every program that is started; with \"strict\", no debugger can attach to one meanwhile",
                {}};
    }
    if (!seen.walls.user_notification) {
        return {name, Level::weak, "no seccomp user notification", consequence, "use Linux 5.5 or later"};
    }
    if (seen.trials.listener.complaint.empty()) return {name, Level::info, "not tried", {}, {}};
    Check out{name, Level::weak, "no listener can be installed (" + seen.trials.listener.complaint + ')',
              "no deny or ask rule could meet a program, so commands run all the same",
              "a supervisor around this process listens already, and only one can; run Postern outside it"};
    if (seen.sandbox_around) out.remedy = nested_remedy(*seen.sandbox_around);
    if (!seen.asked.exec_guard) return out;
    out.level = Level::missing;
    out.consequence = "the deny and ask rules cannot meet programs while these start, so nothing runs";
    out.offer = "postern.execGuard: \"off\" accepts that rules are applied to the text of commands only";
    return out;
}

Check without_namespaces_check(const Observations& seen) {
    const std::string name = "without namespaces";
    const std::string objection = objection_without_namespaces(seen);
    if (!seen.asked.without_namespaces) {
        return {name, Level::ok, "not asked for", objection.empty() ? "possible here" : objection, {}};
    }
    if (objection.empty()) {
        return {name, Level::weak, "sandbox.withoutNamespaces is set",
                "Landlock and seccomp alone hold commands; `postern profile` lists what they do not hold",
                "where bubblewrap can make namespaces, leave that setting away"};
    }
    return {name, Level::missing, objection, "nothing else could hold commands, so nothing runs",
            seen.sandbox_around ? nested_remedy(*seen.sandbox_around)
                                : "use Linux 6.12 or later with Landlock switched on"};
}

}  // namespace postern::host
