#include "watch.h"

#include "base/end_mark.h"
#include "report.h"
#include "signals.h"
#include "terminal.h"

#include <cerrno>
#include <csignal>
#include <ctime>

#include <poll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace postern::init {
namespace {

constexpr int kGoesOn = -1;  // in place of an exit status: the command still runs

// The time for processes to end by themselves after the command: the `tee` of a redirection has a last line to write.
constexpr long kLinger = 100;  // milliseconds

constexpr int kForwarded[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGWINCH};

// Ignores a failure: it means that Postern is gone, and take_orders notices that and ends the run.
void say(const Watched& watched, ReportKind kind, int value, int error = 0) {
    (void)send_report(watched.control, {kind, static_cast<std::uint32_t>(value), error});
}

// Kills every process inside and waits for them. The kernel would kill them too when pid 1 exits, but only after it has
// closed pid 1's descriptors, and the lock among these must outlive every process inside. If kill(-1) would hit processes
// of others, only the command's group is killed, and nobody knows when all were gone.
void end_everything(const Watched& watched) {
    if (!watched.has_all) {
        (void)kill(-watched.pid, SIGKILL);
        return;
    }
    for (;;) {
        (void)kill(-1, SIGKILL);
        siginfo_t gone{};
        if (waitid(P_ALL, 0, &gone, WEXITED) != 0 && errno == ECHILD) break;
    }
    // Ignores a failure: without the mark a later invocation takes the safe side.
    if (watched.journal >= 0) (void)!write(watched.journal, &kEndMark, 1);
}

int abandon(const Watched& watched) {
    end_everything(watched);
    return kSetupStatus;
}

// Sends the last packet of a run: the failure that the child has reported, or else how the command ended.
void report_end(const Watched& watched, const siginfo_t& end) {
    Report failure{};
    if (recv(watched.child, &failure, sizeof failure, MSG_DONTWAIT) == sizeof failure) {
        (void)send_report(watched.control, failure);
    } else if (end.si_code == CLD_EXITED) {
        say(watched, ReportKind::exited, end.si_status);
    } else {
        say(watched, ReportKind::signaled, end.si_status, end.si_code == CLD_DUMPED ? 1 : 0);
    }
}

long milliseconds_now() {
    timespec now{};
    (void)syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);  // cannot fail; 0 would only shorten the wait
    return now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
}

// Ends the run. Returns the exit status of this process.
int finish(const Watched& watched) {
    end_everything(watched);
    report_end(watched, watched.end);
    return watched.end.si_code == CLD_EXITED ? watched.end.si_status : 128 + watched.end.si_status;
}

// Reaps all ended children, including adopted ones. Returns the exit status if the main child has ended and nobody else
// is left, else kGoesOn.
int reap(Watched& watched) {
    for (;;) {
        siginfo_t change{};
        if (waitid(P_ALL, 0, &change, WEXITED | WSTOPPED | WCONTINUED | WNOHANG) != 0) {
            if (errno == EINTR) continue;
            // ECHILD before the main child was reaped: impossible.
            return watched.ended ? finish(watched) : kSetupStatus;
        }
        if (change.si_pid == 0) return kGoesOn;
        if (change.si_pid != watched.pid || watched.ended) continue;
        switch (change.si_code) {
            case CLD_STOPPED:
            case CLD_TRAPPED:
                if (watched.frozen) break;
                watched.stop_reported = true;
                say(watched, ReportKind::stopped, change.si_status);
                break;
            case CLD_CONTINUED:
                if (watched.stop_reported) say(watched, ReportKind::continued, 0);
                watched.stop_reported = false;
                break;
            default:
                watched.ended = true;
                watched.end = change;
                watched.linger_until = milliseconds_now() + kLinger;
                if (getpid() != 1) return finish(watched);  // adopted children are not ours to see
        }
    }
}

void forward(const Watched& watched, const signalfd_siginfo& signal) {
    // Ignores signals from the terminal, which go to our whole group. Postern is in that group and passes them
    // on as orders, and the command must not get them twice.
    if (signal.ssi_code == SI_KERNEL) return;
    for (const int known : kForwarded) {
        if (static_cast<int>(signal.ssi_signo) == known) (void)kill(-watched.pid, known);
    }
}

int take_signals(Watched& watched, int signals) {
    signalfd_siginfo signal{};
    bool child = false;
    while (read(signals, &signal, sizeof signal) == sizeof signal) {
        if (signal.ssi_signo == SIGCHLD) {
            child = true;
        } else if (signal.ssi_signo == kParentDied) {
            return abandon(watched);
        } else {
            forward(watched, signal);
        }
    }
    return child ? reap(watched) : kGoesOn;
}

// In a pid namespace of its own the kernel tells all but pid 1 in one go, processes that are just being made included.
// In another place in the tree that would be somebody else's processes.
void signal_all(const Watched& watched, int signal) {
    (void)kill(watched.has_all ? -1 : -watched.pid, signal);
}

void obey(Watched& watched, const Order& order) {
    switch (order.kind) {
        case OrderKind::go: (void)send(watched.child, &order, sizeof order, MSG_NOSIGNAL | MSG_DONTWAIT); break;
        case OrderKind::signal: (void)kill(-watched.pid, static_cast<int>(order.value)); break;
        case OrderKind::foreground:
            // Ignores a failure: without a terminal the program continues as well.
            (void)give_terminal_to(watched.pid);
            (void)kill(-watched.pid, SIGCONT);
            break;
        case OrderKind::freeze:
            watched.frozen = true;
            signal_all(watched, SIGSTOP);  // cannot be ignored
            say(watched, ReportKind::frozen, static_cast<int>(order.value));
            break;
        case OrderKind::thaw:
            watched.frozen = false;
            signal_all(watched, SIGCONT);
            break;
        case OrderKind::end: watched.end_ordered = true; break;
    }
}

// Returns false if Postern has closed its end.
bool take_orders(Watched& watched) {
    for (;;) {
        Order order{};
        const ssize_t length = recv(watched.control, &order, sizeof order, MSG_DONTWAIT);
        if (length == sizeof order) {
            obey(watched, order);
        } else if (length < 0 && errno == EINTR) {
            continue;
        } else {
            return length < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
        }
    }
}

unsigned long wanted_signals() {
    unsigned long set = signal_bit(SIGCHLD) | signal_bit(kParentDied);
    for (const int signal : kForwarded) set |= signal_bit(signal);
    return set;
}

// Tells Postern when the time of processes that outlive the command is over. Postern looks who they are, and orders the
// end. Returns how long poll() may wait: -1 for ever.
int wait_for_others(Watched& watched) {
    if (watched.linger_until == 0) return -1;
    const long left = watched.linger_until - milliseconds_now();
    if (left > 0) return static_cast<int>(left);
    watched.linger_until = 0;
    say(watched, ReportKind::lingering, 0);
    return -1;
}

}  // namespace

int watch(Watched watched) {
    const int signals = open_signals(wanted_signals());
    if (signals < 0) {
        say(watched, ReportKind::setup, static_cast<int>(Step::signals), errno);
        return abandon(watched);
    }
    pollfd sources[] = {{signals, POLLIN, 0}, {watched.control, POLLIN, 0}};
    for (;;) {
        if (poll(sources, 2, wait_for_others(watched)) < 0 && errno != EINTR) return abandon(watched);
        if (sources[0].revents != 0) {
            const int status = take_signals(watched, signals);
            if (status != kGoesOn) return status;
        }
        // Nothing may go on without Postern.
        if (sources[1].revents != 0 && !take_orders(watched)) return abandon(watched);
        if (watched.ended && watched.end_ordered) return finish(watched);
    }
}

}  // namespace postern::init
