#include "host/no_processes.h"

#include <array>
#include <cerrno>
#include <cstddef>

#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

namespace postern::host {
namespace {

#if defined(__x86_64__)
constexpr __u32 kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr __u32 kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr __u32 kArchitecture = 0;  // no call is let through: such a program is not asked
#endif

constexpr __u32 kX32 =
    0x40000000;  // the bit of x86-64's other numbers of calls; no other architecture has so many calls

constexpr __u32 refused(int error) {
    return SECCOMP_RET_ERRNO | static_cast<__u32>(error);
}

constexpr sock_filter load(std::size_t offset) {
    return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<__u32>(offset));
}
constexpr sock_filter answer(__u32 value) {
    return BPF_STMT(BPF_RET | BPF_K, value);
}
// Goes to the next statement if the call is this one, and over it otherwise.
constexpr sock_filter if_call(long number) {
    return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<__u32>(number), 0, 1);
}

// The low half of the first argument: all flags are there on these little-endian machines.
constexpr std::size_t kFlags = offsetof(seccomp_data, args);

}  // namespace

bool forbid_processes() noexcept {
    std::array filter{
        load(offsetof(seccomp_data, arch)),
        sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0),
        answer(SECCOMP_RET_KILL_PROCESS),
        load(offsetof(seccomp_data, nr)),
        sock_filter BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, kX32, 0, 1),
        answer(SECCOMP_RET_KILL_PROCESS),
#ifdef SYS_fork
        if_call(SYS_fork),
        answer(refused(EPERM)),
        if_call(SYS_vfork),
        answer(refused(EPERM)),
#endif
        if_call(SYS_clone3),
        answer(refused(ENOSYS)),  // its flags are in memory; programs take clone then
        sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 1, 0),
        answer(SECCOMP_RET_ALLOW),
        load(kFlags),
        sock_filter BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1),
        answer(SECCOMP_RET_ALLOW),
        answer(refused(EPERM)),
    };
    const sock_fprog program{.len = static_cast<unsigned short>(filter.size()), .filter = filter.data()};
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}

}  // namespace postern::host
