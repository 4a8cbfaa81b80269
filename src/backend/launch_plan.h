// Everything needed to start the command, made by a backend from a Profile. Owns the descriptors it names.
#pragma once

#include "base/unique_fd.h"
#include "sandbox/profile.h"

#include <optional>
#include <string>
#include <vector>

namespace postern::backend {

// How the supervisor learns what happens inside.
enum class Reporting : std::uint8_t { init, exit_status };  // init: postern-init's packets; exit_status: macOS

struct LaunchPlan {
    std::string file;                 // absolute; never looked up in PATH
    std::vector<std::string> argv;    // argv[0] included
    std::vector<std::string> env;     // NAME=value
    std::vector<UniqueFd> inherited;  // kept open across exec, at the numbers they have
    UniqueFd control;                 // the supervisor's end of the pair, if Reporting::init
    UniqueFd control_inside;          // the other end; inherited too, closed here once the child has it
    Reporting reporting = Reporting::init;
    sandbox::ResourceLimits limits{};
};

}  // namespace postern::backend
