#include "steps.h"

#include <cerrno>

#include <sys/syscall.h>
#include <unistd.h>

#include <linux/filter.h>
#include <linux/seccomp.h>

namespace postern::init {
namespace {

// SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV of Linux 5.19: once Postern has received a call, only a fatal signal
// interrupts it. Without the flag, frequent timer signals could restart a call for ever.
constexpr unsigned long kWaitKillable = 1UL << 5;

long install(const Program& program, unsigned long flags) {
    sock_fprog code{program.length, const_cast<sock_filter*>(program.code)};  // the kernel only reads it
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &code);
}

long install_listener(const Program& program) {
    const long descriptor = install(program, SECCOMP_FILTER_FLAG_NEW_LISTENER | kWaitKillable);
    if (descriptor >= 0 || errno != EINVAL) return descriptor;
    return install(program, SECCOMP_FILTER_FLAG_NEW_LISTENER);
}

}  // namespace

int install_filters(const Arguments& arguments, int& listener) {
    for (std::size_t i = 0; i < arguments.filter_count; ++i) {
        const Program& program = *arguments.filters[i];
        const long answer = program.listener ? install_listener(program) : install(program, 0);
        if (answer < 0) return errno;
        if (program.listener) listener = static_cast<int>(answer);
    }
    return 0;
}

}  // namespace postern::init
