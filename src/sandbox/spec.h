// The wishes of the settings and the command line for the sandbox, before the host is looked at. Pure.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "policy/path_pattern.h"
#include "policy/policy.h"
#include "sandbox/profile.h"
#include "settings/places.h"
#include "settings/settings.h"

#include <string>
#include <vector>

namespace postern::sandbox {

struct WantedPath {
    AbsPath path;
    std::string why;
    bool must_exist = false;  // named on the command line, where a name that does not exist is a mistake
    bool of_project = false;  // named by a file that comes with the project
    bool operator==(const WantedPath&) const = default;
};

// An entry of a deny list. If it has wildcards, matches are searched below `path`, its longest part without wildcards.
struct WantedPattern {
    AbsPath path;
    std::string why;
    std::optional<policy::PathPattern> pattern{};  // nullopt: exactly `path`
    bool firm = false;  // from managed settings or the command line: a project's allowRead does not reopen it
};

struct SandboxSpec {
    AbsPath cwd, home;
    AbsPath stores;                     // Postern's own state
    AbsPath project = AbsPath::root();  // whose private directories are used
    settings::Caches caches = settings::Caches::project;
    std::vector<WantedPath> writable{};  // the working directory first
    std::vector<WantedPattern> deny_write{}, deny_read{};
    std::vector<WantedPath> allow_read{};
    std::vector<AbsPath> read_only_these{};    // of what is not the system, only these can be read; empty: all of it
    std::vector<WantedPath> never_writable{};  // settings, stores, Postern itself
    std::vector<std::string> waived{};         // names of the protected table that do not count
    std::vector<std::string> also_protected{};
    Network network = Network::isolated;
    GatePlan gate{};
    UnixSockets unix_sockets = UnixSockets::inside;
    std::vector<WantedPath> listed_sockets{};
    NestedNamespaces nested = NestedNamespaces::refused;
    bool files_isolated = true;
    ResourceLimits limits{};
    settings::ExecGuardMode exec_guard = settings::ExecGuardMode::off;
    settings::Toggle create_guard = settings::Toggle::on;
    std::vector<Variable> variables{};                            // given on the command line
    std::vector<std::string> keep_variables{}, drop_variables{};  // names; `*` for any characters
};

// Options of the command line.
struct SpecOptions {
    std::vector<std::string> allow_write{}, deny_write{}, deny_read{};  // as written, relative to the working directory
    std::vector<Variable> variables{};
    ResourceLimits limits{};  // override those of the settings
};

[[nodiscard]] Result<SandboxSpec> make_spec(const settings::Settings& settings, const policy::Policy& policy,
                                            const settings::Places& places, const SpecOptions& options);

}  // namespace postern::sandbox
