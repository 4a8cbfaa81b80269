// Collects the reports of postern-init and derives the outcome. Pure. The first report of an end counts; later ones
// change nothing.
#pragma once

#include "backend/init_protocol.h"
#include "run/outcome.h"

#include <optional>
#include <string>

namespace postern::run {

class InitReports {
public:
    // Returns false if the report is impossible at this point or has impossible numbers. Its sender must not be trusted
    // then.
    [[nodiscard]] bool note(const backend::init::Report& report);

    [[nodiscard]] bool ready() const noexcept { return ready_; }
    // Start of the command in nanoseconds since 1970, or 0 if unknown. All changes by the command are newer.
    [[nodiscard]] std::int64_t started() const noexcept { return started_; }
    [[nodiscard]] const std::optional<Outcome>& end() const noexcept { return end_; }

private:
    bool set_end(Outcome outcome);

    bool ready_ = false;
    std::int64_t started_ = 0;
    std::optional<Outcome> end_;
};

// Example: "the sandbox could not be set up: cannot restrict files with Landlock: Operation not permitted".
[[nodiscard]] std::string describe_setup_failure(std::uint32_t step, int error);

}  // namespace postern::run
