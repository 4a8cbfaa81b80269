// What the kernel says about itself when asked directly: sysctls, seccomp, Landlock, and which namespaces we are in.
// Cheap: no process is started but for try_listener.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace postern::host {

struct Sysctls {  // empty: this kernel does not have it, or it cannot be read
    std::optional<std::int64_t> unprivileged_userns_clone{};  // 0: only root may (Debian's and others' patch)
    std::optional<std::int64_t> max_user_namespaces{};        // 0: nobody may
    std::optional<std::int64_t> apparmor_restrict_userns{};   // 1: only programs with a profile may
    bool operator==(const Sysctls&) const = default;
};
[[nodiscard]] Sysctls read_sysctls();

struct Walls {
    bool seccomp_filter = false;     // system calls can be refused
    bool user_notification = false;  // and handed to a supervisor to decide
    int landlock_abi = 0;            // 0: none
    bool landlock_off = false;       // built in, but not switched on at boot
    bool operator==(const Walls&) const = default;
};
[[nodiscard]] const Walls& read_walls();  // looked at once: a kernel does not change

// Installs a filter with a listener in a child that then ends. 0, or the error: EBUSY if a supervisor above us already
// listens, which only one can.
[[nodiscard]] int try_listener();
[[nodiscard]] std::string errno_text(int error);

// What results of trials depend on and nothing else shows: the boot, the user, the sysctls, the namespaces, the security
// label and whether a seccomp filter holds us. Numbers of namespaces are used again, so this may rarely say "the same"
// of two containers; the launch then fails and says so.
[[nodiscard]] std::string host_identity();

}  // namespace postern::host
