#include "run/job.h"

#include <array>
#include <csignal>
#include <ctime>
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

// For a moment only: a stop that is taken back before it was noticed stops nobody.
void wait_until_stopped(pid_t leader) {
    const std::string file = "/proc/" + std::to_string(leader) + "/stat";
    for (int i = 0; i < 100; ++i) {
        std::array<char, 256> head;  // filled by read
        const UniqueFd fd(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
        const ssize_t got = fd ? ::read(fd.get(), head.data(), head.size()) : 0;
        const std::string_view text(head.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
        const std::size_t name_end = text.rfind(") ");  // the name may hold anything
        if (name_end == std::string_view::npos || text.substr(name_end, 3) == ") T") return;
        constexpr timespec kMoment{.tv_sec = 0, .tv_nsec = 500'000};
        (void)::nanosleep(&kMoment, nullptr);
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

Job::Job(Start start) : foreground_(start == Start::in_foreground), given_(foreground_), had_(foreground_) {
    terminal_.save_modes();
}

OnStop Job::stopped(int signal) {
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

Resume Job::resumed() {
    // Not otherwise: the rest of a pipeline may be reading from the terminal.
    const bool give = (foreground_ || wants_terminal_) && terminal_.is_ours();
    given_ = give;
    had_ = had_ || give;
    return give ? Resume::in_foreground : Resume::in_background;
}

void Job::borrow_terminal() {
    borrowed_ = true;
    owner_ = given_ && !terminal_.is_ours() ? terminal_.owner() : 0;
    if (owner_ <= 1) return;
    terminal_.take_back();
    // Whoever waits for input now would still get it. Stopped and continued it asks for it again, and finds out.
    nudged_ = true;
    (void)::kill(-owner_, SIGSTOP);
    wait_until_stopped(owner_);
    (void)::kill(-owner_, SIGCONT);
}

bool Job::signal_owner(int signal) const {
    return owner_ > 1 && ::kill(-owner_, signal) == 0;
}

Resume Job::return_terminal() {
    borrowed_ = false;
    const pid_t owner = std::exchange(owner_, 0);
    if (owner <= 1) return wants_terminal_ ? resumed() : Resume::in_background;
    terminal_.give_to(owner);
    (void)::kill(-owner, SIGCONT);
    return Resume::in_background;
}

void Job::ended(Manner manner) const {
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
