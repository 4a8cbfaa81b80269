// Can a sandbox be built here? Asked before every run, so a warm answer costs a few system calls and no process.
#pragma once

#include "host/bwrap_search.h"
#include "host/host_checks.h"
#include "host/host_probe.h"

#include <cstdint>
#include <optional>
#include <string>

namespace postern::host {

enum class Support : std::uint8_t { none, weaker, full };  // later is better

struct Availability {
    Support support = Support::none;
    std::optional<Bwrap> bwrap{};
    bool fresh_proc = false;      // else only with sandbox.enableWeakerNestedSandbox
    bool nested_refused = false;  // bwrap --disable-userns works here
    bool exec_guard = false;      // a seccomp listener can be had
    std::string reason{};         // why not full; one line
    std::string remedy{};         // may have several lines
    bool operator==(const Availability&) const = default;
};

[[nodiscard]] Availability sandbox_availability(const BwrapSearch& search);

// Pure. Looks only at what was seen of platform, bwrap, trials, sysctls, walls, container and user.
[[nodiscard]] Availability judge_availability(const Observations& seen);

struct Tried {
    Bwrap bwrap;
    Trials trials;
};
// Results are kept as long as nothing they depend on changes: bwrap itself, and all of host_identity(). A refusal is
// never kept, because its remedy (a security profile) need not change any of these. An error: this is no usable bwrap.
[[nodiscard]] Result<Tried> tried(const Located& located, const AbsPath& cache_directory, Fresh fresh);

}  // namespace postern::host
