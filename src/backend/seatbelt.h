// Makes the macOS sandbox profile (SBPL) for a Profile. Pure: makes text and parameters, runs nothing.
//
// The profile denies by default, and has only `allow` rules for files, each with an exact filter. In SBPL the order of
// rules matters, and so do wildcards of operations; in a profile with only `allow` rules neither does.
//
// Paths must have their links followed, because the kernel compares real paths (/private/tmp, not /tmp).
#pragma once

#include "backend/backend.h"
#include "base/result.h"
#include "sandbox/profile.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace postern::backend {

struct SeatbeltProfile {
    std::string text;
    std::vector<std::pair<std::string, std::string>>
        parameters;  // P0, P1, …: every path of the profile; the text has none
    bool operator==(const SeatbeltProfile&) const = default;
};

// Differs from Linux in two ways. An empty_private mount is closed, because macOS has nothing to mount there. Protected
// names are refused at any depth below the writable roots, except in packages below node_modules.
[[nodiscard]] Result<SeatbeltProfile> seatbelt_profile(const sandbox::Profile& profile);

// Shows what sandbox-exec would be given. Nothing launches it yet.
class SeatbeltBackend final : public Backend {
public:
    [[nodiscard]] Result<LaunchPlan> plan(PlanRequest request) const override;
    [[nodiscard]] Result<std::string> show(const sandbox::Profile& profile, Form form) const override;
};

// Fixed parts of the macOS sandbox profile. The build embeds them from profiles/*.sb.
extern const std::string_view kSeatbeltBase;     // profiles/base.sb
extern const std::string_view kSeatbeltNetwork;  // profiles/network.sb, only for Network::host

}  // namespace postern::backend
