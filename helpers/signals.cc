#include "signals.h"

#include <cerrno>
#include <csignal>

#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace postern::init {
namespace {

constexpr int kLast = 64;

// The struct of the kernel, which differs from that of the C library.
struct KernelAction {
    void (*handler)(int);
    unsigned long flags;
    void (*restorer)();
    unsigned long mask;
};

int set_to_default(int signal) {
    const KernelAction action{};
    return syscall(SYS_rt_sigaction, signal, &action, nullptr, sizeof action.mask) == 0 ? 0 : errno;
}

bool is_ignored(int signal) {
    KernelAction now{};
    if (syscall(SYS_rt_sigaction, signal, nullptr, &now, sizeof now.mask) != 0) return false;
    return now.handler == SIG_IGN;
}

int set_mask(unsigned long mask) {
    return syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask, nullptr, sizeof mask) == 0 ? 0 : errno;
}

}  // namespace

int block_all_signals() {
    // With an inherited "ignore" the kernel would reap our children, and their exit status would be lost.
    if (const int error = set_to_default(SIGCHLD); error != 0) return error;
    return set_mask(~0UL);
}

int reset_signals() {
    for (int signal = 1; signal <= kLast; ++signal) {
        if (signal == SIGKILL || signal == SIGSTOP) continue;
        if (signal == SIGHUP && is_ignored(signal)) continue;  // nohup: the command should outlive the terminal
        if (const int error = set_to_default(signal); error != 0) return error;
    }
    return set_mask(0);
}

int open_signals(unsigned long set) {
    return static_cast<int>(syscall(SYS_signalfd4, -1, &set, sizeof set, SFD_CLOEXEC | SFD_NONBLOCK));
}

}  // namespace postern::init
