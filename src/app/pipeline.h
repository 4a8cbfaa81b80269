// The whole flow of `postern run` as one function: judge, ask, resolve, launch, supervise, scrub. What a newcomer reads
// first.
#pragma once

#include "app/judge.h"
#include "base/result.h"
#include "guard/exec_guard.h"
#include "network/connection_log.h"
#include "run/output.h"
#include "run/run_plan.h"
#include "sandbox/profile.h"
#include "sandbox/spec.h"
#include "scrub/scrub.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace postern::app {

struct RunRequest {
    Question question;  // ShellText or Program
    sandbox::SpecOptions spec{};
    std::optional<run::OutputLimits> capture{};
    bool pass_through = false;
};

enum class Ending { refused, failed, ran };

struct RunReport {
    Answer answer;
    Ending ending = Ending::refused;
    std::string refusal{};  // why it did not run although no rule denies it: nobody there to ask, the answer was no
    std::optional<sandbox::Profile> profile{};  // none: it ran outside the sandbox, or not at all
    std::optional<run::RunResult> run{};
    std::vector<guard::Denied> denied{};   // programs that were kept from starting while it ran
    network::ConnectionLog connections{};  // asked for through the gate
    std::vector<scrub::Finding> findings{};
};

// Where the flow meets people.
struct People {
    std::function<void(const std::vector<std::string>&)> tell_weaknesses;  // before the command starts
    std::function<void(const guard::Denied&)> tell_denied;                 // while it runs
};

[[nodiscard]] Result<RunReport> run_command(const Session& session, const RunRequest& request, const People& people);

// The profile alone: what `postern profile` shows.
[[nodiscard]] Result<sandbox::Profile> profile_for(const Session& session, const sandbox::SpecOptions& options);

// The exit status of `postern run`.
[[nodiscard]] int exit_status(const RunReport& report);

}  // namespace postern::app
