// The macOS sandbox profile (SBPL) for a Profile. Pure: text and parameters, nothing is run.
//
// Default deny, and for files only `allow` rules, each with an exact filter. SBPL's answers depend on the order of rules
// and on how an operation relates to its wildcard; with nothing but disjoint reasons to allow, neither matters.
//
// Paths must be real: the kernel compares what is left after all symbolic links are followed (/private/tmp, not /tmp).
#pragma once

#include "base/result.h"
#include "sandbox/profile.h"

#include <string>
#include <utility>
#include <vector>

namespace postern::backend {

struct SeatbeltProfile {
    std::string text;
    std::vector<std::pair<std::string, std::string>>
        parameters;  // P0, P1, …: every path of the profile, never in the text
    bool operator==(const SeatbeltProfile&) const = default;
};

// What differs from Linux: a private_ mount is closed, for there is nothing to put there instead; and protected names are
// refused at any depth below the writable roots while the command runs, except in packages below node_modules.
[[nodiscard]] Result<SeatbeltProfile> seatbelt_profile(const sandbox::Profile& profile);

}  // namespace postern::backend
