// Starts a launch plan, keeps the terminal, signals, time and output in order while it runs, and says how it ended.
#pragma once

#include "approval/approver.h"
#include "backend/launch_plan.h"
#include "base/result.h"
#include "run/captured_output.h"
#include "run/cgroup.h"
#include "run/clock.h"
#include "run/left_processes.h"
#include "run/outcome.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace postern::run {

using approval::Watched;

// Calls by which a service reaches the run loop while the command runs.
class LoopControl : public approval::Loop {
public:
    // `changed` is called whenever a process that we trace, or a child, may have changed its state.
    virtual void watch_children(std::function<void()> changed) = 0;
    // Returns whether a signal asks the run to end, or its time is over: a service that keeps the loop waiting should stop.
    [[nodiscard]] virtual bool is_wanted() const = 0;
};

struct Request {
    // Limits of the captured output. If nullopt, stdout and stderr are inherited untouched.
    std::optional<OutputLimits> capture{};
    bool pass_through = false;  // captured output is also written to our own stdout and stderr, up to the limit
    // Called with the descriptors that postern-init hands out together; gives back what is to be served. Without it the
    // command is not started.
    std::function<Result<Watched>(std::uint32_t kind, std::vector<UniqueFd>, LoopControl&)> accept{};
    // Called once, as soon as postern-init says that the command and all it started are gone, while the sandbox itself
    // is still coming down. Not called if that is never said.
    std::function<void(std::int64_t started)> on_command_gone{};
    std::chrono::milliseconds kill_after{2000};  // from the SIGTERM of the time limit to the SIGKILL
};

struct RunResult {
    Outcome outcome;
    std::chrono::milliseconds duration{};
    std::optional<Captured> out{}, err{};
    // Of the largest process, so far as each was waited for by its parent; never less than what we have ourselves.
    std::uint64_t peak_memory_bytes = 0;
    // The command was in the terminal's foreground: a Ctrl-C went to it, and not to those who wait for us.
    bool had_terminal = false;
    int output_error = 0;      // errno, if passing output through failed; the command got SIGPIPE then
    std::int64_t started = 0;  // nanoseconds since 1970, as files are stamped; 0: not known
    bool all_gone = true;      // false: a process of the sandbox could not be ended, and may still write
    LeftProcesses left{};      // outlived the command, and were ended
};

// Must be called from the main thread of a process that has no other, and no other children: the death of the parent
// is watched by thread, and every child that is left at the end is reaped. Descriptors 0 to 2 must have been open, if
// only to /dev/null, when the plan was made.
[[nodiscard]] RunResult run_plan(backend::LaunchPlan plan, const Request& request);

}  // namespace postern::run
