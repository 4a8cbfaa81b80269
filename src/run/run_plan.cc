#include "run/run_plan.h"

#include "run/run_loop.h"
#include "run/standard_streams.h"

#include <algorithm>
#include <utility>

#include <sys/prctl.h>

namespace postern::run {
namespace {

using backend::LaunchPlan;
using backend::Reporting;

// Makes processes that the sandbox leaves behind our children, to be waited for, and not init's.
class Subreaper {
public:
    explicit Subreaper(Reporting reporting) {
        if (reporting == Reporting::exit_status) return;  // daemons of an unsandboxed command are not ours to end
        if (::prctl(PR_GET_CHILD_SUBREAPER, &before_) != 0 || before_ != 0) return;
        ours_ = ::prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
    }
    ~Subreaper() {
        if (ours_) (void)::prctl(PR_SET_CHILD_SUBREAPER, 0);
    }
    Subreaper(const Subreaper&) = delete;
    Subreaper& operator=(const Subreaper&) = delete;

private:
    int before_ = 0;
    bool ours_ = false;
};

RunResult not_started(const Error& error) {
    std::string what = text_of(error);
    return {.outcome = SetupFailed{"the sandbox could not be set up: " + std::move(what)}};
}

std::vector<int> descriptors_of(const LaunchPlan& plan) {
    std::vector<int> out;
    for (const UniqueFd& fd : plan.inherited) out.push_back(fd.get());
    if (plan.control_inside) out.push_back(plan.control_inside.get());
    return out;
}

Status check(const LaunchPlan& plan) {
    std::vector<int> descriptors = descriptors_of(plan);
    if (plan.control) descriptors.push_back(plan.control.get());
    if (std::ranges::any_of(descriptors, [](int fd) { return fd <= STDERR_FILENO; })) {
        return fail(Errc::internal, "a descriptor of the launch plan has the number of stdin, stdout or stderr");
    }
    if (plan.reporting == Reporting::init && !(plan.control && plan.control_inside)) {
        return fail(Errc::internal, "the launch plan has no connection to postern-init");
    }
    return {};
}

Spawn spawn_of(const LaunchPlan& plan, const std::optional<Capture>& capture, const std::optional<Cgroup>& cgroup) {
    Spawn spawn{.file = plan.file,
                .argv = plan.argv,
                .env = plan.env,
                .directory = plan.directory ? plan.directory->text() : std::string(),
                .inherited = descriptors_of(plan)};
    if (capture) {
        spawn.out = capture->child_end(OutputStream::out);
        spawn.err = capture->child_end(OutputStream::err);
    }
    if (cgroup) spawn.cgroups = cgroup->procs();
    if (plan.reporting == Reporting::exit_status) spawn.terminal_signals = TerminalSignals::inherited;
    return spawn;
}

TerminalJob::Start start_of(const LaunchPlan& plan) {
    return plan.foreground ? TerminalJob::Start::in_foreground : TerminalJob::Start::in_background;
}

}  // namespace

RunResult run_plan(LaunchPlan plan, const Request& request) {
    if (plan.start_error != 0) return {.outcome = NotExecuted{plan.start_error}};
    if (auto good = check(plan); !good) return not_started(good.error());
    std::optional<Capture> capture;
    if (request.capture) {
        auto opened = Capture::open(*request.capture, request.pass_through ? PassThrough::yes : PassThrough::no);
        if (!opened) return not_started(opened.error());
        capture.emplace(std::move(*opened));
    }
    std::optional<Cgroup> cgroup;  // outlives the child: it cannot be removed before
    if (!plan.limits.cgroup.empty()) {
        auto made = Cgroup::make(plan.limits.cgroup);
        if (!made) return not_started(made.error());
        cgroup.emplace(std::move(*made));
    }
    auto signals = SignalInbox::open();  // before there is a child that one could be meant for
    if (!signals) return not_started(signals.error());
    const Subreaper subreaper(plan.reporting);
    std::optional<StreamFlags> flags;
    if (plan.reporting == Reporting::init) flags.emplace();
    TerminalJob job(start_of(plan));
    auto child = Child::start(spawn_of(plan, capture, cgroup));
    if (!child) return not_started(child.error());
    plan.inherited.clear();
    plan.control_inside.reset();
    if (capture) capture->close_child_ends();

    RunLoop supervision({.child = std::move(*child),
                         .control = InitSocket(std::move(plan.control)),
                         .signals = *signals,
                         .capture = capture,
                         .job = std::move(job),
                         .reporting = plan.reporting,
                         .timeout_ms = plan.limits.timeout_ms,
                         .program = plan.argv.front().substr(plan.argv.front().rfind('/') + 1)},
                        request);
    return supervision.watch();
}

}  // namespace postern::run
