#include "run/signals.h"

#include "base/file.h"

#include <cerrno>
#include <utility>

#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

namespace postern::run {
namespace {

constexpr int kRead[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGWINCH, SIGTSTP, SIGCONT, SIGCHLD};
// Blocked but not read: raised by writing to a closed pipe, and by using the terminal from the background.
constexpr int kHeld[] = {SIGPIPE, SIGTTOU, SIGTTIN};

bool ignored(int number) {
    struct sigaction now {};
    return ::sigaction(number, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

}  // namespace

bool is_waiting(int signal) {
    sigset_t waiting;
    return ::sigpending(&waiting) == 0 && ::sigismember(&waiting, signal) == 1;
}

Result<SignalInbox> SignalInbox::open() {
    sigset_t read, blocked, before;
    ::sigemptyset(&read);
    for (const int number : kRead) {
        if (number == SIGCHLD || !ignored(number)) ::sigaddset(&read, number);
    }
    blocked = read;
    for (const int number : kHeld) ::sigaddset(&blocked, number);
    if (::sigprocmask(SIG_BLOCK, &blocked, &before) != 0) {
        return fail(Errc::internal, describe_errno("cannot hold signals back", errno));
    }
    SignalInbox inbox(before);
    struct sigaction by_default {};
    // If it were ignored, the kernel would reap our child before we can read its status.
    by_default.sa_handler = SIG_DFL;
    (void)::sigaction(SIGCHLD, &by_default, &inbox.child_before_);
    inbox.fd_.reset(::signalfd(-1, &read, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!inbox.fd_) return fail(Errc::io, describe_errno("cannot read signals", errno));
    return inbox;
}

SignalInbox::SignalInbox(SignalInbox&& other) noexcept
    : active_(std::exchange(other.active_, false)),
      fd_(std::move(other.fd_)),
      mask_before_(other.mask_before_),
      child_before_(other.child_before_) {}

SignalInbox::~SignalInbox() {
    if (!active_) return;
    while (fd_ && next()) continue;
    sigset_t pipe;
    ::sigemptyset(&pipe);
    ::sigaddset(&pipe, SIGPIPE);
    const timespec at_once{};
    if (::sigismember(&mask_before_, SIGPIPE) == 0) (void)::sigtimedwait(&pipe, nullptr, &at_once);
    (void)::sigaction(SIGCHLD, &child_before_, nullptr);
    (void)::sigprocmask(SIG_SETMASK, &mask_before_, nullptr);
}

std::optional<Received> SignalInbox::next() {
    signalfd_siginfo info{};
    ssize_t got = -1;
    do {
        got = ::read(fd_.get(), &info, sizeof info);
    } while (got < 0 && errno == EINTR);
    if (got != static_cast<ssize_t>(sizeof info)) return std::nullopt;
    return Received{.number = static_cast<int>(info.ssi_signo), .from_terminal = info.ssi_code == SI_KERNEL};
}

}  // namespace postern::run
