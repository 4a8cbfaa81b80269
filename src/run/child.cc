#include "run/child.h"

#include "base/file.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <utility>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <linux/close_range.h>

namespace postern::run {
namespace {

// Data for the new process, prepared before it exists: between vfork and exec it shares our memory and may only make
// system calls.
struct Prepared {
    const Spawn& spawn;
    std::vector<char*> argv, env;
    pid_t parent;
    // Volatile, because the child writes them in our memory after vfork.
    const char* volatile failed_step = "start";
    volatile int error = 0;
};

std::vector<char*> pointers(const std::vector<std::string>& words) {
    std::vector<char*> out;
    out.reserve(words.size() + 1);
    // Execve does not write to it.
    for (const std::string& word : words) out.push_back(const_cast<char*>(word.c_str()));
    out.push_back(nullptr);
    return out;
}

constexpr int kTerminalSignals[] = {SIGINT, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU};

void set_disposition(int number, void (*disposition)(int)) {
    struct sigaction action {};
    action.sa_handler = disposition;
    (void)::sigaction(number, &action, nullptr);
}

// Removes our handlers before the mask is lifted, because they would run in the memory that we share.
void reset_signals(TerminalSignals terminal) {
    for (int number = 1; number < NSIG; ++number) {
        struct sigaction now {};
        if (::sigaction(number, nullptr, &now) != 0) continue;  // the C library reserves two signals
        if (now.sa_handler != SIG_IGN && now.sa_handler != SIG_DFL) set_disposition(number, SIG_DFL);
    }
    set_disposition(SIGCHLD, SIG_DFL);  // if it were ignored, bwrap would get no exit statuses
    if (terminal == TerminalSignals::ignored) {
        for (const int number : kTerminalSignals) set_disposition(number, SIG_IGN);
    }
}

// Covers descriptors that our own caller left open. Ours are close-on-exec already.
bool set_close_on_exec_for_all() {
    constexpr unsigned first = STDERR_FILENO + 1;
    if (::close_range(first, ~0U, CLOSE_RANGE_CLOEXEC) == 0) return true;
    rlimit most{};  // before Linux 5.11, one by one
    if (::getrlimit(RLIMIT_NOFILE, &most) != 0) return false;
    for (rlim_t fd = first; fd < most.rlim_cur; ++fd) (void)::fcntl(static_cast<int>(fd), F_SETFD, FD_CLOEXEC);
    return true;
}

bool connect(const Spawn& spawn) {
    if (spawn.out >= 0 && ::dup2(spawn.out, STDOUT_FILENO) < 0) return false;
    if (spawn.err >= 0 && ::dup2(spawn.err, STDERR_FILENO) < 0) return false;
    if (!set_close_on_exec_for_all()) return false;
    for (const int fd : spawn.inherited) {
        if (::fcntl(fd, F_SETFD, 0) < 0) return false;
    }
    return true;
}

bool join_cgroups(const Spawn& spawn) {
    for (const int fd : spawn.cgroups) {
        if (::write(fd, "0", 1) != 1) return false;
    }
    return true;
}

// Runs in the child, on our stack.
[[noreturn, gnu::noinline]] void become(Prepared& p) {
    const auto fail_at = [&p](const char* step) {
        p.error = errno;
        p.failed_step = step;
        ::_exit(127);
    };
    reset_signals(p.spawn.terminal_signals);
    if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) fail_at("be tied to its parent");
    if (::getppid() != p.parent) ::_exit(127);  // the parent died, and nobody is left to read an error
    if (!connect(p.spawn)) fail_at("take its descriptors");
    if (!join_cgroups(p.spawn)) fail_at("join its control group");
    if (!p.spawn.directory.empty() && ::chdir(p.spawn.directory.c_str()) != 0) fail_at("enter its directory");
    sigset_t none;
    ::sigemptyset(&none);
    (void)::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::execve(p.spawn.file.c_str(), p.argv.data(), p.env.data());
    fail_at("start");
    std::abort();
}

[[gnu::noinline]] pid_t launch(Prepared& prepared) {
    const pid_t pid = ::vfork();  // posix_spawn can neither ignore signals nor join a control group
    if (pid == 0) become(prepared);
    return pid;
}

std::uint64_t peak_of(const rusage& usage) {
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

std::vector<pid_t> children() {
    std::vector<pid_t> out;
    std::ifstream in("/proc/thread-self/children");
    for (pid_t pid = 0; in >> pid;) out.push_back(pid);
    return out;
}

}  // namespace

Result<Child> Child::start(const Spawn& spawn) {
    Prepared prepared{.spawn = spawn, .argv = pointers(spawn.argv), .env = pointers(spawn.env), .parent = ::getpid()};
    sigset_t all, before;
    ::sigfillset(&all);
    (void)::sigprocmask(SIG_SETMASK, &all, &before);
    const pid_t pid = launch(prepared);
    const int fork_error = errno;
    (void)::sigprocmask(SIG_SETMASK, &before, nullptr);
    if (pid < 0) return fail(Errc::io, describe_errno("cannot make a process", fork_error), spawn.file);
    if (prepared.error != 0) {
        while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) continue;
        return fail(Errc::io, describe_errno(std::string("cannot ") + prepared.failed_step, prepared.error),
                    spawn.file);
    }
    // The pid cannot have been reused, since only we can reap it.
    UniqueFd pidfd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    if (!pidfd) {
        const int error = errno;
        (void)::kill(pid, SIGKILL);
        while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) continue;
        return fail(Errc::unsupported, describe_errno("cannot watch a process", error), spawn.file);
    }
    (void)::fcntl(pidfd.get(), F_SETFD, FD_CLOEXEC);  // pidfd_open sets it already
    return Child(pid, std::move(pidfd));
}

Child::Child(Child&& other) noexcept : pid_(std::exchange(other.pid_, -1)), pidfd_(std::move(other.pidfd_)) {}

Child::~Child() {
    if (pid_ < 0) return;
    signal(SIGKILL);
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
}

void Child::signal(int number) const noexcept {
    if (pid_ < 0) return;
    (void)::syscall(SYS_pidfd_send_signal, pidfd_.get(), number, nullptr, 0);  // ESRCH if it has ended
}

std::optional<ChildEnd> Child::reap() noexcept {
    int status = 0;
    rusage usage{};
    pid_t reaped = -1;
    do {
        reaped = ::wait4(pid_, &status, WNOHANG, &usage);
    } while (reaped < 0 && errno == EINTR);
    if (reaped == 0) return std::nullopt;
    if (reaped < 0) status = SIGKILL;  // reaped by someone else: report a bad end
    pid_ = -1;
    return ChildEnd{.status = status, .peak_memory_bytes = peak_of(usage)};
}

Orphans end_orphans(int patience_ms) {
    Orphans out;
    for (int waited = 0;; ++waited) {
        rusage usage{};
        const pid_t reaped = ::wait4(-1, nullptr, WNOHANG, &usage);
        if (reaped < 0 && errno == EINTR) continue;
        if (reaped < 0) return out;  // ECHILD: none left
        if (reaped > 0) {
            out.peak_memory_bytes = std::max(out.peak_memory_bytes, peak_of(usage));
            continue;
        }
        if (waited >= patience_ms) return {.gone = false, .peak_memory_bytes = out.peak_memory_bytes};
        for (const pid_t pid : children()) (void)::kill(pid, SIGKILL);
        const timespec millisecond{.tv_sec = 0, .tv_nsec = 1'000'000};
        (void)::nanosleep(&millisecond, nullptr);
    }
}

}  // namespace postern::run
