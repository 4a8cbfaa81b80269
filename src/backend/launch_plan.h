// Everything needed to start a command, made by a backend from a Profile. The plan owns the descriptors that it names.
#pragma once

#include "base/abs_path.h"
#include "base/unique_fd.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace postern::backend {

// How the run loop learns what happens inside: by packets of postern-init, or by the exit status alone.
enum class Reporting : std::uint8_t { init, exit_status };

// One file of a control group that is made for the run.
struct CgroupSetting {
    AbsPath parent;
    std::string file, value;
    bool optional = false;  // does not exist everywhere
    bool operator==(const CgroupSetting&) const = default;
};

enum class EnforcedBy : std::uint8_t { nothing, rlimit, cgroup, run_loop };

struct EnforcedLimit {
    std::string name;  // "memory", "pids", "fileSize", "cpu", "timeout"
    EnforcedBy by = EnforcedBy::nothing;
    std::string sentence;  // for people
    bool operator==(const EnforcedLimit&) const = default;
};

// How the limits of a profile are held here: by the run loop, by postern-init, by a control group.
struct LimitPlan {
    std::optional<std::uint32_t> timeout_ms{};
    std::vector<std::string> init_limits{};  // "core=0", …: each after a --limit of postern-init
    std::vector<CgroupSetting> cgroup{};     // empty: no control group is made
    std::vector<EnforcedLimit> enforced{};   // one for each limit that was asked for
    bool operator==(const LimitPlan&) const = default;
};

struct LaunchPlan {
    std::string file;                    // absolute; never looked up in PATH
    std::vector<std::string> argv;       // argv[0] included
    std::vector<std::string> env;        // NAME=value
    std::optional<AbsPath> directory{};  // to start in; nullopt: the present one
    std::vector<UniqueFd> inherited;     // kept open across exec, at the numbers they have
    UniqueFd control;                    // our end of the pair, if Reporting::init
    UniqueFd control_inside;             // the other end; inherited too, closed here once the child has it
    Reporting reporting = Reporting::init;
    bool foreground = false;  // the command gets the terminal, in a process group of its own
    int start_error = 0;      // errno, if there is no such program: nothing is started
    LimitPlan limits{};
};

}  // namespace postern::backend
