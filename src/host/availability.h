// Tells whether a sandbox can be built on this machine. Every run asks, so a cached answer costs a few system calls and
// no process.
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
    bool without_namespaces = false;  // the settings ask for it: Landlock and seccomp alone, no bubblewrap
    std::optional<Bwrap> bwrap{};
    bool fresh_proc = false;   // commands get a /proc of their own
    bool exec_guard = false;   // a seccomp listener can be installed
    bool own_in_order = true;  // false: files of Postern's own cannot be used, so nothing runs, sandboxed or not
    std::string reason{};      // one line; empty if support is full
    std::string remedy{};      // may have several lines
    std::string offer{};       // one line: the setting that accepts the weaker sandbox that is possible here
    bool operator==(const Availability&) const = default;
};

// Completes observations of this machine by those of bubblewrap, and judges them. `seen` has what the settings ask, the
// platform, the walls, the directories and postern-init.
[[nodiscard]] Availability sandbox_availability(const BwrapSearch& search, Observations seen);

// Judges all checks of `postern doctor`, so that doctor, status and run give the same answer. Pure.
[[nodiscard]] Availability judge_availability(const Observations& seen);

struct TriedBwrap {
    Bwrap bwrap;
    Trials trials;
};
enum class Fresh { no, yes };  // yes: the cache is written, but not read
// Returns the options of bwrap and the results of the trials, or an error if this bwrap cannot be used. Results stay in
// the cache until bwrap or host_identity() changes. Refusals are never cached, because the user may lift one (by a
// security profile) without changing either.
[[nodiscard]] Result<TriedBwrap> try_bwrap(const Located& located, const AbsPath& cache_directory, const Walls& walls,
                                           Fresh fresh);

}  // namespace postern::host
