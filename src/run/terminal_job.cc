#include "run/terminal_job.h"

#include <csignal>
#include <utility>

#include <unistd.h>

namespace postern::run {
namespace {

bool is_for_terminal(int signal) {
    return signal == SIGTTIN || signal == SIGTTOU;
}

}  // namespace

OnStop on_stop(const StopFacts& facts) {
    const bool by_terminal = is_for_terminal(facts.signal);
    if (facts.given) return by_terminal || facts.signal == SIGTSTP ? OnStop::stop_group : OnStop::stop_self;
    if (by_terminal && facts.ours && !facts.tried) return OnStop::give_terminal;
    if (by_terminal || facts.asked) return OnStop::stop_self;
    return OnStop::leave;
}

TerminalJob::TerminalJob(Start start)
    : foreground_(start == Start::in_foreground),
      given_(foreground_),
      had_(foreground_),
      in_front_(foreground_ || terminal_.is_ours()) {
    terminal_.save_modes();
}

OnStop TerminalJob::stopped(int signal) {
    if (borrowed_) {
        wants_terminal_ = wants_terminal_ || is_for_terminal(signal);
        return OnStop::leave;
    }
    const bool ours = terminal_.is_ours();
    const OnStop what =
        on_stop({.signal = signal, .given = given_ && !ours, .ours = ours, .asked = asked_, .tried = tried_});
    wants_terminal_ = is_for_terminal(signal);
    asked_ = false;
    tried_ = what == OnStop::give_terminal;
    if (what == OnStop::leave || what == OnStop::give_terminal) return what;
    if (given_) terminal_.take_back();
    given_ = false;
    return what;
}

Resume TerminalJob::resumed() {
    // Not otherwise: the rest of a pipeline may be reading from the terminal.
    const bool give = (foreground_ || wants_terminal_) && terminal_.is_ours();
    given_ = give;
    had_ = had_ || give;
    return give ? Resume::in_foreground : Resume::in_background;
}

void TerminalJob::borrow_terminal() {
    borrowed_ = true;
    owner_ = in_front_ && !terminal_.is_ours() ? terminal_.owner() : 0;
    if (owner_ > 1) terminal_.take_back();
}

bool TerminalJob::signal_owner(int signal) const {
    return owner_ > 1 && ::kill(-owner_, signal) == 0;
}

Resume TerminalJob::return_terminal() {
    if (!std::exchange(borrowed_, false)) return Resume::in_background;
    const pid_t owner = std::exchange(owner_, 0);
    if (owner <= 1) return wants_terminal_ ? resumed() : Resume::in_background;
    terminal_.give_to(owner);
    return Resume::in_background;
}

void TerminalJob::ended(Manner manner) const {
    if ((given_ && !terminal_.is_ours()) || terminal_.is_abandoned()) terminal_.take_back();
    if (manner == Manner::abnormal) terminal_.restore_modes();
}

bool stop_until_continued(Whom whom) {
    struct sigaction by_default {
    }, before{};
    by_default.sa_handler = SIG_DFL;
    (void)::sigaction(SIGTSTP, &by_default, &before);
    sigset_t stop, mask_before;
    ::sigemptyset(&stop);
    ::sigaddset(&stop, SIGTSTP);
    (void)::sigprocmask(SIG_UNBLOCK, &stop, &mask_before);
    (void)::kill(whom == Whom::group ? 0 : ::getpid(), SIGTSTP);  // returns when we are continued
    (void)::sigprocmask(SIG_SETMASK, &mask_before, nullptr);
    (void)::sigaction(SIGTSTP, &before, nullptr);
    sigset_t pending;  // a stop takes away a SIGCONT that waited before, so one that waits now came after
    return ::sigpending(&pending) == 0 && ::sigismember(&pending, SIGCONT) == 1;
}

}  // namespace postern::run
