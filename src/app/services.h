// Everything that answers while a command runs: its guards, its gate, and the scrub when the last process is gone.
#pragma once

#include "app/guards.h"
#include "app/network_gate.h"
#include "run/run_plan.h"
#include "scrub/scrub.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace postern::app {

struct ServiceParts {
    scrub::Journal journal;
    std::vector<sandbox::Absent> forbidden{};  // paths that the create guard refuses
    std::vector<ExposedPort> exposed{};
    std::vector<state::GitTips> tips{};    // refs of the repositories before the run
    std::vector<AbsPath> ever_writable{};  // see host::Facts
};

class Services {
public:
    Services(const ServiceContext& context, approval::Approvals& approvals, ServiceParts parts);

    // Adds to `request` the calls by which the run loop reaches these services.
    void serve(run::Request& request);
    // Scrubs, unless that was done when the last process was gone. What was found becomes events.
    [[nodiscard]] Status finish(const run::RunResult& result);

private:
    [[nodiscard]] GitEdges git_edges();
    [[nodiscard]] Result<run::Watched> accept(std::uint32_t kind, std::vector<UniqueFd> handed, run::LoopControl& loop);
    bool finish_tips();
    void tell_refusals(const run::RunResult& result);
    void scrub(std::int64_t started, scrub::Inside inside);

    ServiceContext context_;
    std::vector<ExposedPort> exposed_;
    std::optional<scrub::Journal> journal_;
    state::Others others_;
    std::vector<state::GitTips> tips_;        // of the repositories, from before the run
    std::vector<sandbox::Absent> forbidden_;  // paths that the create guard refuses
    GuardNotes notes_{};
    approval::Approvals& approvals_;
    // Held by guards and gate. When the last of them ends, open questions are withdrawn and the terminal is given back.
    std::weak_ptr<approval::Approvals> attached_;
    Status scrubbed_{};
};

}  // namespace postern::app
