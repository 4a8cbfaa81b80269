// One run while it lasts: the poll loop and what it reacts to. Internal to `run_plan`.
#pragma once

#include "run/capture.h"
#include "run/child.h"
#include "run/clock.h"
#include "run/init_reports.h"
#include "run/init_socket.h"
#include "run/run_plan.h"
#include "run/signals.h"
#include "run/stopped_tree.h"
#include "run/terminal_job.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <poll.h>

namespace postern::run {

struct Parts {
    Child child;
    InitSocket control;
    SignalInbox& signals;
    std::optional<Capture>& capture;
    TerminalJob job;
    backend::Reporting reporting = backend::Reporting::init;
    std::optional<std::uint32_t> timeout_ms{};
    std::string program;  // for messages: "bwrap"
};

class RunLoop : private LoopControl {
public:
    RunLoop(Parts parts, const Request& request);
    [[nodiscard]] RunResult watch();  // once

private:
    using Time = RunClock::Time;

    void serve(Watched service) override;
    void leave(int fd) override;
    void hold(approval::HoldRequest hold) override;
    void release() override;
    [[nodiscard]] bool is_undisturbed() const override;
    void watch_children(std::function<void()> changed) override { on_child_change_ = std::move(changed); }
    [[nodiscard]] bool is_wanted() const override;

    void wait();
    [[nodiscard]] int poll_timeout(Time now) const;  // milliseconds until something is due; -1: nothing is
    [[nodiscard]] bool is_out_of_time(Time now) const;
    void act_on_time();
    void read_signals();
    void on_signal(const Received& signal);
    void on_child_signal();
    void read_control();
    void on_packet(Packet packet);
    void on_command_end();
    void end_services();
    void on_descriptors(Packet packet);
    void on_frozen(std::uint32_t number);
    void show_question_when_quiet();
    void on_stopped(int signal);
    void on_lingering();
    void on_continued();
    void serve_ready(const pollfd* polled, std::size_t count);
    void reap();
    void deliver(int signal);
    void fail_run(std::string why);  // the first reason counts
    void kill_child();
    [[nodiscard]] bool reports_by_init() const noexcept { return parts_.reporting == backend::Reporting::init; }
    [[nodiscard]] Outcome outcome() const;
    [[nodiscard]] std::string silent_end() const;

    Parts parts_;
    const Request& request_;
    RunClock clock_;
    InitReports reports_;
    std::vector<Watched> services_, new_services_;
    std::function<void()> on_child_change_{};
    std::optional<approval::HoldRequest> hold_{};  // a question stands, or is about to: nothing inside runs
    std::uint32_t freezes_ = 0;                    // ordered so far
    bool frozen_ = false;                          // and not thawed yet
    bool clock_held_ = false;                      // the clock stands still for a question that is shown
    Time hold_until_{};                            // without a standstill by then, the question is refused
    std::optional<Standstill> standstill_{};       // of the sandbox, when the question was shown
    std::optional<ChildEnd> child_end_;
    LeftProcesses left_{};
    std::optional<std::string> failure_;  // ours, not the command's
    std::optional<Time> kill_at_, command_ended_at_, next_check_at_;
    bool timed_out_ = false, killed_ = false, clock_stopped_ = false;
    int cancelled_by_ = 0, early_signals_ = 0;
};

}  // namespace postern::run
