// What postern-init has told us so far, and what it means. Pure. The first cause counts; later ones change nothing.
#pragma once

#include "backend/init_protocol.h"
#include "run/outcome.h"

#include <optional>
#include <string>

namespace postern::run {

class InitReports {
public:
    // False: it makes no sense at this point, or has impossible numbers in it. The teller is not to be trusted then.
    [[nodiscard]] bool note(const backend::init::Report& report);

    [[nodiscard]] bool said_anything() const noexcept { return said_anything_; }
    [[nodiscard]] bool ready() const noexcept { return ready_; }
    // Nanoseconds since 1970; 0: not known. Nothing that the command changed is older.
    [[nodiscard]] std::int64_t started() const noexcept { return started_; }
    [[nodiscard]] const std::optional<Outcome>& end() const noexcept { return end_; }

private:
    bool ending(Outcome outcome);

    bool said_anything_ = false;
    bool ready_ = false;
    std::int64_t started_ = 0;
    std::optional<Outcome> end_;
};

// "the sandbox could not be set up: cannot restrict files with Landlock: Operation not permitted"
[[nodiscard]] std::string describe_setup_failure(std::uint32_t step, int error);

}  // namespace postern::run
