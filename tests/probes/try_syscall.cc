// try_syscall CALL [ARGUMENT]…: makes one system call and exits with its errno, 0 if it succeeded.
//
// CALL is a name from the table or a number. Arguments are numbers; missing ones are -1, which is no valid descriptor,
// address or flag. So a call that is let through fails with an error other than a refusal, and does no harm. `int80`
// makes a call through the 32-bit entry instead.
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <sys/syscall.h>
#include <unistd.h>

namespace {

struct Named {
    const char* name;
    long number;
};

#define CALL(name) \
    { #name, SYS_##name }
constexpr Named kCalls[] = {
    CALL(acct),
    CALL(add_key),
    CALL(bpf),
    CALL(chroot),
    CALL(clock_settime),
    CALL(clone),
    CALL(clone3),
    CALL(delete_module),
    CALL(finit_module),
    CALL(fsconfig),
    CALL(fsmount),
    CALL(fsopen),
    CALL(fspick),
    CALL(getpid),
    CALL(init_module),
    CALL(io_uring_enter),
    CALL(io_uring_register),
    CALL(io_uring_setup),
    CALL(ioctl),
    CALL(kcmp),
    CALL(kexec_file_load),
    CALL(kexec_load),
    CALL(keyctl),
    CALL(mount),
    CALL(mount_setattr),
    CALL(move_mount),
    CALL(open_by_handle_at),
    CALL(open_tree),
    CALL(perf_event_open),
    CALL(personality),
    CALL(pidfd_getfd),
    CALL(pivot_root),
    CALL(process_vm_readv),
    CALL(process_vm_writev),
    CALL(ptrace),
    CALL(quotactl),
    CALL(quotactl_fd),
    CALL(reboot),
    CALL(request_key),
    CALL(seccomp),
    CALL(setns),
    CALL(settimeofday),
    CALL(socket),
    CALL(swapoff),
    CALL(swapon),
    CALL(syslog),
    CALL(umount2),
    CALL(unshare),
    CALL(userfaultfd),
    CALL(vhangup),
#if defined(__x86_64__)
    CALL(ioperm),
    CALL(iopl),
    CALL(modify_ldt),
    CALL(sysfs),
    CALL(ustat),
#endif
};
#undef CALL

long number_of(const char* name) {
    for (const Named& call : kCalls) {
        if (std::strcmp(call.name, name) == 0) return call.number;
    }
    return static_cast<long>(std::strtoull(name, nullptr, 0));
}

int call_through_int80() {
#if defined(__x86_64__)
    long answer = 20;  // getpid in the 32-bit numbering
    asm volatile("int $0x80" : "+a"(answer) : : "memory", "r8", "r9", "r10", "r11");
    return answer < 0 ? static_cast<int>(-answer) : 0;
#else
    return ENOSYS;
#endif
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return 255;
    if (std::strcmp(argv[1], "int80") == 0) return call_through_int80();
    unsigned long arguments[6] = {~0UL, ~0UL, ~0UL, ~0UL, ~0UL, ~0UL};
    for (int i = 2; i < argc && i < 8; ++i) arguments[i - 2] = std::strtoull(argv[i], nullptr, 0);
    const long number = number_of(argv[1]);
    const long answer =
        syscall(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
    if (number == SYS_clone && answer == 0) _exit(0);  // in the new process
    return answer < 0 ? errno : 0;
}
