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
    if (facts.had_terminal) return by_terminal || facts.signal == SIGTSTP ? OnStop::stop_group : OnStop::stop_self;
    if (by_terminal && facts.in_foreground && !facts.given_before) return OnStop::give_terminal;
    if (by_terminal || facts.stop_passed_on) return OnStop::stop_self;
    return OnStop::leave;
}

TerminalJob::TerminalJob(Start start)
    : foreground_(start == Start::in_foreground),
      command_has_terminal_(foreground_),
      command_had_terminal_(foreground_),
      job_in_foreground_(foreground_ || terminal_.is_ours()) {
    terminal_.save_modes();
}

OnStop TerminalJob::stopped(int signal) {
    if (borrowed_) {
        wants_terminal_ = wants_terminal_ || is_for_terminal(signal);
        return OnStop::leave;
    }
    const bool in_foreground = terminal_.is_ours();
    const OnStop what = on_stop({.signal = signal,
                                 .had_terminal = command_has_terminal_ && !in_foreground,
                                 .in_foreground = in_foreground,
                                 .stop_passed_on = stop_passed_on_,
                                 .given_before = given_before_});
    wants_terminal_ = is_for_terminal(signal);
    stop_passed_on_ = false;
    given_before_ = what == OnStop::give_terminal;
    if (what == OnStop::leave || what == OnStop::give_terminal) return what;
    if (command_has_terminal_) terminal_.take_back();
    command_has_terminal_ = false;
    return what;
}

Resume TerminalJob::resumed() {
    // Do not take the terminal otherwise: the rest of a pipeline may be reading from it.
    const bool give = (foreground_ || wants_terminal_) && terminal_.is_ours();
    command_has_terminal_ = give;
    command_had_terminal_ = command_had_terminal_ || give;
    return give ? Resume::in_foreground : Resume::in_background;
}

void TerminalJob::borrow_terminal() {
    borrowed_ = true;
    lender_ = job_in_foreground_ && !terminal_.is_ours() ? terminal_.owner() : 0;
    if (lender_ > 1) terminal_.take_back();
}

bool TerminalJob::signal_lender(int signal) const {
    return lender_ > 1 && ::kill(-lender_, signal) == 0;
}

Resume TerminalJob::return_terminal() {
    if (!std::exchange(borrowed_, false)) return Resume::in_background;
    const pid_t owner = std::exchange(lender_, 0);
    if (owner <= 1) return wants_terminal_ ? resumed() : Resume::in_background;
    terminal_.give_to(owner);
    return Resume::in_background;
}

void TerminalJob::ended(Manner manner) const {
    if ((command_has_terminal_ && !terminal_.is_ours()) || terminal_.is_abandoned()) terminal_.take_back();
    if (command_had_terminal_ || manner == Manner::abnormal) terminal_.restore_modes();
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
    sigset_t pending;  // a stop discards an earlier SIGCONT, so a pending one came after it
    return ::sigpending(&pending) == 0 && ::sigismember(&pending, SIGCONT) == 1;
}

}  // namespace postern::run
