// Computes which files a Profile opens, in the terms of the macOS sandbox: regions, and paths that must not move. Pure.
#pragma once

#include "backend/seatbelt_regions.h"
#include "sandbox/profile.h"

#include <vector>

namespace postern::backend {

enum class Names : std::uint8_t { refused, allowed };  // protected names in a region

struct WriteRegion {
    Region region;
    Names names = Names::refused;
    bool operator==(const WriteRegion&) const = default;
};

struct SeatbeltFiles {
    std::vector<Region> readable{};
    std::vector<AbsPath> passages{};  // directories above a readable region and in a hidden one; only metadata is read
    std::vector<WriteRegion> writable{};
    // Paths that may be written, but not made, renamed or removed: the tops of the writable regions, and the
    // directories between them and closed paths. Otherwise a command could move such a directory aside and put another
    // in its place.
    std::vector<AbsPath> pins{};
    bool operator==(const SeatbeltFiles&) const = default;
};

[[nodiscard]] SeatbeltFiles seatbelt_files(const sandbox::Profile& profile);

}  // namespace postern::backend
