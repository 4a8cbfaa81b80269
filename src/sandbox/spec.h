// What the settings and the command line want of the sandbox, before the host is looked at. Pure.
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
    bool operator==(const WantedPath&) const = default;
};

// An entry of a deny list. One with wildcards is looked for below `path`, its longest part without any.
struct WantedPattern {
    AbsPath path;
    std::string why;
    std::optional<policy::PathPattern> pattern{};  // none: exactly `path`
};

struct SandboxSpec {
    AbsPath cwd, home, temporary;
    std::vector<WantedPath> writable{};  // the working directory first
    std::vector<WantedPattern> deny_write{}, deny_read{};
    std::vector<WantedPath> allow_read{};
    std::vector<AbsPath> nested_repositories{};  // git directories known to lie deeper, nearest first
    std::vector<AbsPath> ever_writable{};        // to any run so far: links there may be a command's
    std::vector<WantedPath> never_writable{};    // settings, stores, Postern itself
    std::vector<std::string> waived{};           // names of the protected table that do not count
    std::vector<std::string> also_protected{};
    Network network = Network::isolated;
    GatePlan gate{};
    std::string host_name{};  // of this machine; programs look it up and expect to find themselves
    UnixSockets unix_sockets = UnixSockets::closed;
    std::vector<WantedPath> listed_sockets{};
    bool weaker_nested = false;
    NestedNamespaces nested = NestedNamespaces::refused;
    bool files_isolated = true;
    ResourceLimits limits{};
    std::vector<std::string> keep_variables{}, drop_variables{};  // names; `*` for any characters
};

// What `postern run` adds on the command line.
struct SpecOptions {
    std::vector<std::string> allow_write{}, deny_write{}, deny_read{};  // as written, relative to the working directory
    std::vector<Variable> variables{};
    ResourceLimits limits{};  // what is set here wins
};

[[nodiscard]] Result<SandboxSpec> make_spec(const settings::Settings& settings, const policy::Policy& policy,
                                            const settings::Places& places, const SpecOptions& options);

}  // namespace postern::sandbox
