#include "run/init_reports.h"

#include "base/file.h"

#include <csignal>
#include <string_view>

namespace postern::run {
namespace {

using backend::init::Report;
using backend::init::ReportKind;
using backend::init::Step;

std::string_view doing(Step step) {
    switch (step) {
        case Step::arguments: return "postern-init does not understand its arguments";
        case Step::dumpable: return "cannot hide postern-init from the command";
        case Step::parent_death: return "cannot tie postern-init's life to Postern's";
        case Step::capabilities: return "cannot drop capabilities";
        case Step::no_new_privileges: return "cannot forbid new privileges";
        case Step::landlock: return "cannot restrict files with Landlock";
        case Step::limits: return "cannot set resource limits";
        case Step::directory: return "cannot enter the working directory";
        case Step::fork: return "cannot make a process for the command";
        case Step::descriptors: return "cannot keep descriptors from the command";
        case Step::process_group: return "cannot give the command a process group";
        case Step::signals: return "cannot set signals right";
        case Step::seccomp: return "cannot filter system calls";
        case Step::listener: return "cannot hand out a listening descriptor";
        case Step::processes: return "cannot keep the command's processes together";
        case Step::gate: return "cannot open the network gate inside";
    }
    return "an unknown step failed";
}

}  // namespace

std::string describe_setup_failure(std::uint32_t step, int error) {
    const std::string what = "the sandbox could not be set up: ";
    const std::string_view failed = doing(static_cast<Step>(step));
    return what + (error == 0 ? std::string(failed) : describe_errno(failed, error));
}

bool InitReports::set_end(Outcome outcome) {
    if (!end_) end_ = std::move(outcome);
    return true;
}

bool InitReports::note(const Report& report) {
    switch (report.kind) {
        case ReportKind::ready: {
            const bool first = !ready_ && !end_;
            ready_ = true;
            if (first) started_ = std::int64_t{report.value} * 1'000'000'000 + report.error;
            return first;
        }
        case ReportKind::setup: return set_end(SetupFailed{describe_setup_failure(report.value, report.error)});
        case ReportKind::exec: return set_end(NotExecuted{.error = report.error});
        case ReportKind::exited:
            return ready_ && report.value <= 255 && set_end(Exited{.code = static_cast<int>(report.value)});
        case ReportKind::signaled:
            return ready_ && report.value > 0 && report.value < NSIG &&
                   set_end(Signaled{.signal = static_cast<int>(report.value), .core = report.error == 1});
        case ReportKind::descriptors: return !end_;
        case ReportKind::stopped:
        case ReportKind::continued:
        case ReportKind::frozen: return ready_;
        case ReportKind::lingering: return ready_ && !end_;
    }
    return false;
}

}  // namespace postern::run
