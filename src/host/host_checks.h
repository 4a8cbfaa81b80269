// The checks of `postern doctor`, as values. `observe` probes the machine and `judge_host` judges the observations.
// Two functions let tests judge invented observations of other machines.
#pragma once

#include "base/abs_path.h"
#include "host/capabilities.h"
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
        info,     // worth knowing, but the sandbox is as strong
        weak,     // the sandbox is weaker than it could be
        missing,  // no sandbox can be built
    };
    std::string name;
    Level level = Level::missing;
    std::string found;          // the observation
    std::string consequence{};  // its effect on commands
    std::string remedy{};       // advice; may have several lines
    std::string offer{};        // one line: the setting that accepts a weaker sandbox, where one is possible
    bool own = false;           // about Postern's own files, and not about what the machine can do
    bool operator==(const Check&) const = default;
};
[[nodiscard]] std::string_view to_string(Check::Level level);
[[nodiscard]] Check::Level worst(const std::vector<Check>& checks);

// What the settings ask of the machine, and which weaker sandboxes they accept.
struct Demands {
    bool weaker_nested = false;       // sandbox.enableWeakerNestedSandbox
    bool without_namespaces = false;  // sandbox.withoutNamespaces
    bool exec_guard = false;          // rules have to meet programs while these start
    bool operator==(const Demands&) const = default;
};

struct CheckOptions {
    BwrapSearch bwrap{};  // its cache directory is the state directory
    Demands asked{};
    AbsPath project = AbsPath::root();    // the directory in which commands would run
    AbsPath temporary = AbsPath::root();  // the directory for temporary directories
    std::optional<AbsPath> executable{};  // Postern's own program; postern-init is searched relative to it
};

struct CgroupFacts {
    int version = 0;            // 0: none mounted
    std::string directory{};    // the group of this process
    bool writable = false;      // groups can be made below it
    std::string controllers{};  // "cpu memory pids"
    bool operator==(const CgroupFacts&) const = default;
};

struct DirectoryFacts {
    std::string path{};
    std::string problem{};  // why it cannot be used at all
    bool ours = false;      // belongs to this user
    unsigned mode = 0;      // permission bits and the sticky bit
    bool in_project = false;
    bool operator==(const DirectoryFacts&) const = default;
};

struct Observations {
    Demands asked{};
    Platform platform = Platform::other;
    std::string release{};  // of the kernel
    std::optional<Bwrap> bwrap{};
    std::string bwrap_version{};  // its own words
    std::string bwrap_problem{};  // why there is no bwrap
    std::vector<std::string> passed_over{};
    Trials trials{};  // not made without a bwrap, except for the listener
    Sysctls sysctls{};
    Walls walls{};
    std::optional<std::string> container{};
    std::optional<std::string> sandbox_around{};  // see sandbox_signs.h
    bool root = false;
    std::optional<CapabilitySets> capabilities{};  // of this process; nullopt: they cannot be read
    CgroupFacts cgroup{};
    std::string git{};  // "git version 2.39.2"; empty: none
    DirectoryFacts state{}, temporary{};
    Inspected init{.objection = "Postern cannot find out where it is itself", .remedy = "mount /proc"};
    bool operator==(const Observations&) const = default;
};

// Reads what explains a refusal: sysctls, the container, another sandbox around this process, the user.
void see_surroundings(Observations& seen);
// Probes without reading the cache, and writes the results to it.
[[nodiscard]] Observations observe(const CheckOptions& options);
// Pure.
[[nodiscard]] std::vector<Check> judge_host(const Observations& seen);
[[nodiscard]] std::vector<Check> check_host(const CheckOptions& options);

}  // namespace postern::host
