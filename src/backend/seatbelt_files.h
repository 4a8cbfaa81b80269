// Which files a sandbox::Profile opens, in the terms of the macOS sandbox: regions, and paths that must stay where they are. Pure.
#pragma once

#include "backend/seatbelt_regions.h"
#include "sandbox/profile.h"

#include <vector>

namespace postern::backend {

enum class Names : std::uint8_t { refused, allowed };  // protected names below the top of a region

struct WriteRegion {
    Region region;
    Names names = Names::refused;
    bool operator==(const WriteRegion&) const = default;
};

struct SeatbeltFiles {
    std::vector<Region> readable{};
    std::vector<AbsPath> passages{};  // directories above a readable region and inside a hidden one: only looked up
    std::vector<WriteRegion> writable{};
    // Writable, but not to be made, renamed or removed: the tops of the writable regions, and what lies between them and
    // anything closed. Otherwise a directory could be moved aside and another put in its place.
    std::vector<AbsPath> pins{};
    bool operator==(const SeatbeltFiles&) const = default;
};

[[nodiscard]] SeatbeltFiles seatbelt_files(const sandbox::Profile& profile);

}  // namespace postern::backend
