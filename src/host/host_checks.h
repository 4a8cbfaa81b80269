// What `postern doctor` looks at, as values. Probing (`observe`) and judging what was seen (`judge_host`) are apart, so
// that machines we do not have can be made up in tests.
#pragma once

#include "base/abs_path.h"
#include "host/host_probe.h"
#include "host/kernel_facts.h"
#include "host/namespace_trials.h"
#include "host/trusted_program.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::host {

struct Check {
    enum class Level : std::uint8_t {
        ok,
        info,     // worth knowing, takes nothing away
        weak,     // the sandbox will be weaker than it could be
        missing,  // no sandbox without it
    };
    std::string name;
    Level level = Level::missing;
    std::string found;          // what was seen
    std::string consequence{};  // what follows from it
    std::string remedy{};       // what to do; may have several lines
    bool operator==(const Check&) const = default;
};
[[nodiscard]] std::string_view to_string(Check::Level level);
[[nodiscard]] Check::Level worst(const std::vector<Check>& checks);

struct CheckOptions {
    BwrapSearch bwrap{};                  // its cache directory is the state directory
    AbsPath project = AbsPath::root();    // where commands would run
    AbsPath temporary = AbsPath::root();  // where temporary directories are made
    std::optional<AbsPath> executable{};  // Postern's own; postern-init is looked for from there
};

struct CgroupFacts {
    int version = 0;            // 0: none mounted
    std::string directory{};    // ours
    bool writable = false;      // groups can be made below it
    std::string controllers{};  // "cpu memory pids": what can be limited there
    bool operator==(const CgroupFacts&) const = default;
};

struct DirectoryFacts {
    std::string path{};
    std::string problem{};  // why it cannot be used at all
    bool ours = false;      // belongs to us
    unsigned mode = 0;      // permission bits and the sticky bit
    bool in_project = false;
    bool operator==(const DirectoryFacts&) const = default;
};

struct Observations {
    Platform platform = Platform::other;
    std::string release{};  // of the kernel
    std::optional<Bwrap> bwrap{};
    std::string bwrap_version{};  // as it says itself
    std::string bwrap_problem{};  // if there is none
    std::vector<std::string> passed_over{};
    Trials trials{};  // not tried without a bwrap
    Sysctls sysctls{};
    Walls walls{};
    std::optional<std::string> container{};
    bool root = false;
    CgroupFacts cgroup{};
    std::string git{};  // "git version 2.39.2"; empty: none
    DirectoryFacts state{}, temporary{};
    Inspected init{.objection = "Postern cannot find out where it is itself", .remedy = "mount /proc"};
    bool operator==(const Observations&) const = default;
};

// Probes afresh, and refreshes what the cache holds.
[[nodiscard]] Observations observe(const CheckOptions& options);
// Pure.
[[nodiscard]] std::vector<Check> judge_host(const Observations& seen);
[[nodiscard]] std::vector<Check> check_host(const CheckOptions& options);

}  // namespace postern::host
