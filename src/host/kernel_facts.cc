#include "host/kernel_facts.h"

#include "base/unique_fd.h"
#include "host/child_signal.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>

namespace postern::host {
namespace {

// The first line of a file in /proc, without its newline. Plain reads: such files have no size to look at.
std::optional<std::string> proc_line(const char* path) {
    const UniqueFd fd(::open(path, O_RDONLY | O_CLOEXEC));
    if (!fd) return std::nullopt;
    std::array<char, 256> buffer{};
    const ssize_t got = ::read(fd.get(), buffer.data(), buffer.size());
    if (got < 0) return std::nullopt;
    const std::string_view text(buffer.data(), static_cast<std::size_t>(got));
    return std::string(text.substr(0, text.find_first_of(std::string_view("\n\0", 2))));
}

std::optional<std::int64_t> proc_number(const char* path) {
    const auto line = proc_line(path);
    if (!line) return std::nullopt;
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(line->data(), line->data() + line->size(), number);
    if (error != std::errc{} || end != line->data() + line->size()) return std::nullopt;
    return number;
}

bool action_available(std::uint32_t action) {
    return ::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

std::string link_text(const char* path) {
    std::array<char, 64> buffer{};
    const ssize_t length = ::readlink(path, buffer.data(), buffer.size());
    return length > 0 ? std::string(buffer.data(), static_cast<std::size_t>(length)) : std::string{};
}

// In the child: nothing but system calls.
int install_listener() {
    sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    const sock_fprog program{1, &allow};
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    const long fd = ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
    return fd < 0 ? errno : 0;
}

Walls look_at_walls() {
    Walls out;
    out.seccomp_filter = action_available(SECCOMP_RET_ERRNO);
    seccomp_notif_sizes sizes{};
    out.user_notification =
        action_available(SECCOMP_RET_USER_NOTIF) && ::syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &sizes) == 0;
    const long abi = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (abi > 0) out.landlock_abi = static_cast<int>(abi);
    if (abi < 0) out.landlock_off = errno == EOPNOTSUPP;
    return out;
}

}  // namespace

Sysctls read_sysctls() {
    return {.unprivileged_userns_clone = proc_number("/proc/sys/kernel/unprivileged_userns_clone"),
            .max_user_namespaces = proc_number("/proc/sys/user/max_user_namespaces"),
            .apparmor_restrict_userns = proc_number("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")};
}

const Walls& read_walls() {
    static const Walls walls = look_at_walls();  // asked for by the judge, the cache and the availability
    return walls;
}

int try_listener() {
    const DefaultChildSignal children;
    const pid_t child = ::fork();
    if (child < 0) return errno;
    if (child == 0) ::_exit(install_listener());
    int status = 0;
    while (::waitpid(child, &status, 0) < 0) {
        if (errno == EINTR) continue;
        return errno;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : EPERM;  // killed: a filter above us forbids it
}

std::string errno_text(int error) {
    return std::generic_category().message(error);
}

std::string host_identity() {
    const Sysctls sysctls = read_sysctls();
    std::string out = proc_line("/proc/sys/kernel/random/boot_id").value_or("?");
    out += ' ' + std::to_string(::geteuid()) + ' ' + std::to_string(::prctl(PR_GET_SECCOMP, 0, 0, 0, 0));
    for (const auto& value :
         {sysctls.unprivileged_userns_clone, sysctls.max_user_namespaces, sysctls.apparmor_restrict_userns}) {
        out += ' ' + (value ? std::to_string(*value) : std::string("-"));
    }
    // Under a debugger or an emulator less may be there, and that is not to be remembered for later.
    out += read_walls().user_notification ? " notify" : " -";
    out += ' ' + link_text("/proc/self/ns/user") + ' ' + link_text("/proc/self/ns/mnt");
    return out + ' ' + proc_line("/proc/self/attr/current").value_or("-");
}

}  // namespace postern::host
