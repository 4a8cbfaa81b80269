#include "run/run_loop.h"

#include "run/stopped_tree.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <iterator>
#include <limits>
#include <utility>

#include <sys/wait.h>

namespace postern::run {
namespace {

using backend::init::OrderKind;
using backend::init::ReportKind;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

// After postern-init said how the command ended, the rest of the sandbox goes by itself, however large it was.
constexpr milliseconds kAfterEnd{10'000};
// Between two looks at whether the last process has stopped.
constexpr milliseconds kBetweenChecks{3};
// The time for a command to come to rest before its question is refused.
constexpr milliseconds kMostUnrest{2'000};

constexpr std::size_t kSignals = 0, kControl = 1, kChild = 2, kFixed = 3;

constexpr auto kAskToEnd = std::to_array({SIGINT, SIGTERM, SIGHUP, SIGQUIT});

bool asks_to_end(int signal) {
    return std::ranges::find(kAskToEnd, signal) != kAskToEnd.end();
}

}  // namespace

RunLoop::RunLoop(Parts parts, const Request& request) : parts_(std::move(parts)), request_(request) {}

RunResult RunLoop::watch() {
    const Time begin = steady_clock::now();
    clock_.start(begin);
    while (!child_end_) wait();
    const auto duration =
        std::chrono::duration_cast<milliseconds>(command_ended_at_.value_or(steady_clock::now()) - begin);
    end_services();
    Orphans orphans;
    if (reports_by_init()) orphans = end_orphans(5000);
    if (parts_.capture) parts_.capture->child_ended();
    while (parts_.capture && !parts_.capture->done()) wait();

    RunResult run{.outcome = outcome(), .duration = duration};
    run.peak_memory_bytes = std::max(child_end_->peak_memory_bytes, orphans.peak_memory_bytes);
    run.all_gone = orphans.gone;
    run.left = std::move(left_);
    run.started = reports_.started();
    if (parts_.capture) {
        run.out = parts_.capture->captured(OutputStream::out);
        run.err = parts_.capture->captured(OutputStream::err);
        run.output_error = parts_.capture->write_error();
    }
    const bool orderly = std::holds_alternative<Exited>(run.outcome);
    parts_.job.ended(orderly ? TerminalJob::Manner::orderly : TerminalJob::Manner::abnormal);
    run.had_terminal = parts_.job.had_terminal();
    return run;
}

void RunLoop::wait() {
    std::vector<pollfd> polled(kFixed, pollfd{.fd = -1, .events = POLLIN, .revents = 0});
    polled[kSignals].fd = parts_.signals.fd();
    if (!child_end_) {
        polled[kControl].fd = parts_.control.fd();
        polled[kChild].fd = parts_.child.pidfd();
    }
    if (parts_.capture) parts_.capture->add_to(polled);
    // What was written before the question must not be passed on over it.
    if (hold_) {
        for (std::size_t i = kFixed; i < polled.size(); ++i) polled[i].fd = -1;
    }
    const std::size_t first_service = polled.size();
    std::erase_if(services_, [](const Watched& service) { return service.fd < 0; });
    for (Watched& service : std::exchange(new_services_, {})) services_.push_back(std::move(service));
    for (const Watched& service : services_) {
        // poll() passes over a negative descriptor.
        const bool waits = frozen_ && service.lets_inside_run;
        polled.push_back({.fd = waits ? -1 : service.fd, .events = POLLIN, .revents = 0});
    }

    if (::poll(polled.data(), polled.size(), poll_timeout(steady_clock::now())) < 0) {
        if (errno == EINTR) return;
        fail_run("cannot wait for the command");
        return reap();
    }
    // Before signals: a command that is known to be ready is sent them, one that is not may be cancelled.
    if (polled[kControl].revents != 0) read_control();
    if (polled[kSignals].revents != 0) read_signals();
    if (parts_.capture && !hold_) parts_.capture->serve(&polled[kFixed]);
    serve_ready(polled.data() + first_service, polled.size() - first_service);
    if (polled[kChild].revents != 0) reap();
    if (!child_end_) act_on_time();
}

int RunLoop::poll_timeout(Time now) const {
    if (child_end_) return -1;
    std::optional<RunClock::Span> left;
    if (kill_at_) {
        if (!killed_) left = *kill_at_ - now;
    } else if (parts_.timeout_ms && !clock_.paused()) {
        left = milliseconds(*parts_.timeout_ms) - clock_.elapsed(now);
    }
    if (next_check_at_) left = std::min(left.value_or(kBetweenChecks), *next_check_at_ - now);
    if (!left) return -1;
    const auto rounded = std::chrono::ceil<milliseconds>(*left).count();
    return static_cast<int>(std::clamp<decltype(rounded)>(rounded, 0, std::numeric_limits<int>::max()));
}

bool RunLoop::is_out_of_time(Time now) const {
    return parts_.timeout_ms && !clock_.paused() && clock_.elapsed(now) >= milliseconds(*parts_.timeout_ms);
}

bool RunLoop::is_wanted() const {
    return kill_at_ || is_out_of_time(steady_clock::now()) || std::ranges::any_of(kAskToEnd, is_waiting);
}

void RunLoop::act_on_time() {
    const Time now = steady_clock::now();
    if (next_check_at_ && now >= *next_check_at_) show_question_when_quiet();
    if (kill_at_) {
        if (!killed_ && now >= *kill_at_) kill_child();
        return;
    }
    if (!is_out_of_time(now)) return;
    timed_out_ = true;
    kill_at_ = now + request_.kill_after;
    deliver(SIGTERM);
    deliver(SIGCONT);  // stopped, it could not act on it
}

void RunLoop::read_signals() {
    while (const auto signal = parts_.signals.next()) on_signal(*signal);
}

void RunLoop::on_signal(const Received& signal) {
    if (child_end_) {
        if (asks_to_end(signal.number) && parts_.capture) parts_.capture->give_up();
        return;
    }
    if (signal.number == SIGCHLD) return on_child_signal();
    if (signal.number == SIGCONT) {
        parts_.job.continued();
        return hold_ ? void() : on_continued();
    }
    if (hold_ && asks_to_end(signal.number)) {
        // First the signal, then the answers: what waited must not go on with the next thing in between.
        if (!parts_.job.signal_lender(signal.number)) deliver(signal.number);
        return approval::HoldRequest(*hold_).on_give_up();  // a copy: it ends the hold
    }
    if (hold_ && signal.number == SIGTSTP) return;  // everything stands still already
    if (signal.number == SIGTSTP) parts_.job.note_stop_passed_on();
    if (!reports_by_init() && signal.from_terminal) return;  // it is in our process group, and got it itself
    deliver(signal.number);
    // The first one waits in the socket until postern-init reads it. A second one means that a person does not want to
    // wait.
    if (reports_by_init() && !reports_.ready() && asks_to_end(signal.number) && ++early_signals_ > 1) {
        cancelled_by_ = signal.number;
        kill_child();
    }
}

// A stop of the command itself matters only without postern-init, whose packets tell it otherwise.
void RunLoop::on_child_signal() {
    if (on_child_change_) on_child_change_();
    if (reports_by_init()) return;
    siginfo_t info{};
    if (::waitid(P_PID, static_cast<id_t>(parts_.child.pid()), &info, WSTOPPED | WNOHANG) != 0) return;
    if (info.si_pid == 0) return;
    parts_.job.note_stop_passed_on();  // it shares our process group, so the stop was meant for us too
    on_stopped(info.si_status);
}

void RunLoop::read_control() {
    for (;;) {
        Packet packet;
        switch (parts_.control.receive(packet)) {
            case Reception::packet: on_packet(std::move(packet)); break;
            case Reception::nothing: return;
            case Reception::closed: return parts_.control.close();
            case Reception::garbage: return fail_run("postern-init said something that makes no sense");
        }
    }
}

void RunLoop::on_packet(Packet packet) {
    if (!reports_.note(packet.report)) return fail_run("postern-init spoke out of turn");
    if (reports_.end() && !command_ended_at_) on_command_end();
    if (packet.report.kind == ReportKind::frozen) on_frozen(packet.report.value);
    if (packet.report.kind == ReportKind::stopped) on_stopped(static_cast<int>(packet.report.value));
    if (packet.report.kind == ReportKind::lingering) on_lingering();
    if (packet.report.kind == ReportKind::descriptors) on_descriptors(std::move(packet));
}

void RunLoop::on_command_end() {
    command_ended_at_ = steady_clock::now();
    end_services();  // nobody is left to be served, and what they hold others may need now
    if (request_.on_command_gone) request_.on_command_gone(reports_.started());
    if (!kill_at_) kill_at_ = steady_clock::now() + kAfterEnd;
}

void RunLoop::end_services() {
    // Taken out first: a question that is still open leaves the loop when its asker goes.
    std::vector<Watched> over = std::exchange(services_, {});
    std::ranges::move(std::exchange(new_services_, {}), std::back_inserter(over));
    on_child_change_ = {};
    over.clear();
    release();
}

void RunLoop::on_descriptors(Packet packet) {
    if (!request_.accept) return fail_run("postern-init handed out something that nobody serves");
    auto service = request_.accept(packet.report.value, std::move(packet.descriptors), *this);
    if (!service) return fail_run(std::move(service.error().what));
    services_.push_back(std::move(*service));
    if (!parts_.control.send(OrderKind::go)) fail_run("postern-init does not listen");
}

void RunLoop::on_stopped(int signal) {
    const OnStop what = parts_.job.stopped(signal);
    if (what == OnStop::leave) return;
    if (what == OnStop::give_terminal) return on_continued();
    clock_.pause(steady_clock::now());
    clock_stopped_ = true;
    if (stop_until_continued(what == OnStop::stop_group ? Whom::group : Whom::self)) return;  // SIGCONT is read next
    // Nobody could ever continue it. As the kernel does with such: it is told that its terminal is gone.
    if (signal != SIGTSTP) deliver(SIGHUP);
    on_continued();
}

// Looks while they live, because nobody can name them afterwards.
void RunLoop::on_lingering() {
    left_ = left_below(parts_.child.pid());
    if (!parts_.control.send(OrderKind::end)) fail_run("postern-init does not listen");
}

void RunLoop::on_continued() {
    if (std::exchange(clock_stopped_, false)) clock_.resume(steady_clock::now());
    if (reports_by_init() && parts_.job.resumed() == Resume::in_foreground) {
        parts_.control.send(OrderKind::foreground);
    } else {
        deliver(SIGCONT);
    }
}

// Taken up only between two rounds: the one that adds it may be running.
void RunLoop::serve(Watched service) {
    new_services_.push_back(std::move(service));
}

// Marks the service instead of removing it, because the one that leaves may be running.
void RunLoop::leave(int fd) {
    std::erase_if(new_services_, [fd](const Watched& service) { return service.fd == fd; });
    for (Watched& service : services_) {
        if (service.fd == fd) service.fd = -1;
    }
}

void RunLoop::hold(approval::HoldRequest hold) {
    hold_ = std::move(hold);
    hold_until_ = steady_clock::now() + kMostUnrest;
    standstill_.reset();
    // Nothing inside may write over the question. postern-init acknowledges when all have been told to stop. Where
    // nobody sees the question there is none to be written over.
    frozen_ = reports_by_init() && parts_.job.has_foreground();
    if (!frozen_) return show_question_when_quiet();
    if (!parts_.control.send(OrderKind::freeze, ++freezes_)) fail_run("postern-init does not listen");
}

// An acknowledgement of an earlier freeze says nothing: a thaw came after it.
void RunLoop::on_frozen(std::uint32_t number) {
    if (hold_ && number == freezes_) show_question_when_quiet();
}

// A task that is told to stop finishes the call that it is in, which may be to write to the terminal.
void RunLoop::show_question_when_quiet() {
    next_check_at_.reset();
    if (!hold_) return;
    const Time now = steady_clock::now();
    // Two looks must agree, because where the switch of a task cannot be waited for it may be counted after the first.
    const auto before = std::exchange(standstill_, frozen_ ? standstill_below(parts_.child.pid()) : std::nullopt);
    if (frozen_ && (!standstill_ || standstill_ != before)) {
        // A command may continue itself again and again, by timers. Its question is refused then.
        if (now >= hold_until_) return approval::HoldRequest(*hold_).on_give_up();  // a copy: it ends the hold
        next_check_at_ = now + kBetweenChecks;
        return;
    }
    if (!std::exchange(clock_held_, true)) clock_.pause(now);
    parts_.job.borrow_terminal();
    approval::HoldRequest(*hold_).on_held(parts_.job.has_foreground());  // a copy: it may end the hold
}

bool RunLoop::is_undisturbed() const {
    return !frozen_ || standstill_below(parts_.child.pid()) == standstill_;
}

void RunLoop::release() {
    if (!hold_) return;
    hold_.reset();
    next_check_at_.reset();
    if (std::exchange(clock_held_, false)) clock_.resume(steady_clock::now());
    if (parts_.job.return_terminal() == Resume::in_foreground) parts_.control.send(OrderKind::foreground);
    if (std::exchange(frozen_, false)) parts_.control.send(OrderKind::thaw);
}

void RunLoop::serve_ready(const pollfd* polled, std::size_t count) {
    // Backwards, so that taking one out leaves the places of those still to be looked at.
    for (std::size_t i = count; i-- > 0;) {
        if (i >= services_.size() || polled[i].revents == 0 || services_[i].fd < 0) continue;
        const bool usable = (polled[i].revents & POLLNVAL) == 0;
        if (!usable || !services_[i].ready()) services_.erase(services_.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

void RunLoop::reap() {
    child_end_ = parts_.child.reap();
    if (child_end_) read_control();  // what it said last
}

void RunLoop::deliver(int signal) {
    if (reports_by_init()) {
        parts_.control.send(OrderKind::signal, static_cast<std::uint32_t>(signal));
    } else {
        parts_.child.signal(signal);
    }
}

void RunLoop::fail_run(std::string why) {
    if (!failure_ && !reports_.end()) failure_ = std::move(why);
    parts_.control.close();
    kill_child();
}

void RunLoop::kill_child() {
    killed_ = true;
    if (!child_end_) parts_.child.signal(SIGKILL);
}

Outcome RunLoop::outcome() const {
    if (timed_out_) return TimedOut{.after_ms = *parts_.timeout_ms};
    if (failure_) {
        if (reports_.ready()) return Signaled{.signal = SIGKILL};
        return SetupFailed{"the sandbox could not be set up: " + *failure_};
    }
    if (!reports_by_init()) {
        const int status = child_end_->status;
        if (WIFEXITED(status)) return Exited{.code = WEXITSTATUS(status)};
        return Signaled{.signal = WTERMSIG(status), .core = WCOREDUMP(status) != 0};
    }
    if (reports_.end()) return *reports_.end();
    if (cancelled_by_ != 0) return Signaled{.signal = cancelled_by_};
    if (reports_.ready()) return Signaled{.signal = SIGKILL};
    return SetupFailed{silent_end()};
}

// Nothing ran, so all that came on stderr is the sandbox's own.
std::string RunLoop::silent_end() const {
    const int status = child_end_->status;
    std::string what = "the sandbox could not be set up: " + parts_.program;
    what += WIFEXITED(status) ? " ended with status " + std::to_string(WEXITSTATUS(status))
                              : " was killed by signal " + std::to_string(WTERMSIG(status));
    what += " before the command was started";
    if (!parts_.capture || request_.pass_through) return what + "; its own words, if any, are on stderr above";
    const std::string said = parts_.capture->captured(OutputStream::err).text;
    const std::string line = said.substr(0, std::min<std::size_t>(said.find('\n'), 500));
    return line.empty() ? what : what + ": " + line;
}

}  // namespace postern::run
