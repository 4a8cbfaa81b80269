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

class Services {
public:
    Services(const ServiceContext& context, approval::Approvals& approvals, std::vector<ExposedPort> exposed,
             scrub::Journal journal);

    // Adds to `request` the calls by which the run loop reaches these services.
    void serve(run::Request& request);
    // Scrubs, unless that was done when the last process was gone. What was found becomes events.
    [[nodiscard]] Status finish(const run::RunResult& result);

private:
    [[nodiscard]] Result<run::Watched> accept(std::uint32_t kind, std::vector<UniqueFd> handed, run::LoopControl& loop);
    void scrub(std::int64_t started, scrub::Inside inside);

    ServiceContext context_;
    std::vector<ExposedPort> exposed_;
    std::optional<scrub::Journal> journal_;
    std::vector<sandbox::Absent> forbidden_;  // paths that the create guard refuses
    approval::Approvals& approvals_;
    // Held by guards and gate. When the last of them ends, open questions are withdrawn and the terminal is given back.
    std::weak_ptr<approval::Approvals> attached_;
    Status scrubbed_{};
};

}  // namespace postern::app
