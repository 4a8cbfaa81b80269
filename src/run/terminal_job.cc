#include "run/terminal_job.h"

#include <array>
#include <csignal>
#include <string>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace postern::run {
namespace {

bool is_for_terminal(int signal) {
    return signal == SIGTTIN || signal == SIGTTOU;
}

// 'S' sleeps, 'R' runs, 'T' is stopped; 0: it is gone.
char state_of(pid_t process) {
    const UniqueFd file(::open(("/proc/" + std::to_string(process) + "/stat").c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, 256> text{};
    const ssize_t got = file ? ::read(file.get(), text.data(), text.size()) : 0;
    const std::string_view line(text.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
    const std::size_t name_end = line.rfind(')');
    return name_end != std::string_view::npos && name_end + 2 < line.size() ? line[name_end + 2] : '\0';
}

// Until the first process of the group has left the call it was in. On a busy machine that takes a moment, and what is
// typed before is still its own.
void await_stop(pid_t group) {
    for (int i = 0; i < 100; ++i) {
        const char state = state_of(group);
        if (state != 'S' && state != 'R') return;
        (void)::usleep(1000);
    }
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
    if (signal == SIGSTOP && std::exchange(nudged_, false)) return OnStop::leave;
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
    if (owner_ <= 1) return;
    terminal_.take_back();
    // Whoever waits for input now would still get it. Stopped and continued it asks for it again, and finds out.
    nudged_ = true;
    (void)::kill(-owner_, SIGSTOP);
    await_stop(owner_);
    (void)::kill(-owner_, SIGCONT);
}

bool TerminalJob::signal_owner(int signal) const {
    return owner_ > 1 && ::kill(-owner_, signal) == 0;
}

Resume TerminalJob::return_terminal() {
    borrowed_ = false;
    const pid_t owner = std::exchange(owner_, 0);
    if (owner <= 1) return wants_terminal_ ? resumed() : Resume::in_background;
    terminal_.give_to(owner);
    (void)::kill(-owner, SIGCONT);
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
