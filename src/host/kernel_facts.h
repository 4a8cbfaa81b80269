// Facts that the kernel tells directly: sysctls, seccomp, Landlock, and the namespaces of this process. Cheap: only
// try_listener starts a process.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace postern::host {

struct Sysctls {  // nullopt: this kernel does not have it, or it cannot be read
    std::optional<std::int64_t> unprivileged_userns_clone{};  // 0: only root may (Debian's and others' patch)
    std::optional<std::int64_t> max_user_namespaces{};        // 0: nobody may
    std::optional<std::int64_t> apparmor_restrict_userns{};   // 1: only programs with a profile may
    bool operator==(const Sysctls&) const = default;
};
[[nodiscard]] Sysctls read_sysctls();

struct Walls {
    bool seccomp_filter = false;     // system calls can be refused
    bool user_notification = false;  // system calls can be handed to a supervisor, which decides
    int landlock_abi = 0;            // 0: none
    bool landlock_off = false;       // built in, but not switched on at boot
    bool operator==(const Walls&) const = default;
};
[[nodiscard]] Walls read_walls();

// Installs a filter with a listener in a short-lived child. Returns 0 or the errno: EBUSY if a supervisor around this
// process already listens, because there can be only one.
[[nodiscard]] int try_listener();
[[nodiscard]] std::string errno_text(int error);

// Returns a text that changes when the results of trials may change: the boot, the user, the sysctls, the namespaces,
// the security label, and whether this process is under a seccomp filter. The kernel reuses numbers of namespaces, so
// two containers may in rare cases have the same text; the launch then fails with an error.
[[nodiscard]] std::string host_identity(const Walls& walls);

}  // namespace postern::host
