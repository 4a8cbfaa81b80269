// Computes which files a Profile opens, in the terms of the macOS sandbox: regions, and paths that must not move. Pure.
#pragma once

#include "base/abs_path.h"
#include "sandbox/profile.h"

#include <cstdint>
#include <span>
#include <vector>

namespace postern::backend {

enum class Openness : std::uint8_t { closed, open };

// Closes or opens everything at and below `path`. A later layer overrides an earlier one.
struct RegionLayer {
    AbsPath path;
    Openness openness;
};

// An open region: the paths at or below `top` and not at or below one of the holes. A hole may contain another region.
struct Region {
    AbsPath top;
    std::vector<AbsPath> holes{};  // none inside another, sorted
    bool operator==(const Region&) const = default;
};

// Returns the openness that the last layer with this path gives it, or closed if there is no such layer.
[[nodiscard]] Openness openness_at(std::span<const RegionLayer> layers, const AbsPath& path);

// Returns the open regions, sorted by top. A path is in one of them exactly if openness_at says open. Every layer whose
// path is open has a region, even if it lies inside another.
[[nodiscard]] std::vector<Region> open_regions(std::span<const RegionLayer> layers);

enum class Names : std::uint8_t { refused, allowed };  // protected names in a region

struct WriteRegion {
    Region region;
    Names names = Names::refused;
    bool operator==(const WriteRegion&) const = default;
};

struct SeatbeltFiles {
    std::vector<Region> readable{};
    // Directories above a readable region and in a hidden one; only metadata is read.
    std::vector<AbsPath> traversable{};
    std::vector<WriteRegion> writable{};
    // Paths that may be written, but not made, renamed or removed: the tops of the writable regions, and the
    // directories between them and closed paths. Otherwise a command could move such a directory aside and put another
    // in its place.
    std::vector<AbsPath> immovable{};
    bool operator==(const SeatbeltFiles&) const = default;
};

[[nodiscard]] SeatbeltFiles seatbelt_files(const sandbox::Profile& profile);

}  // namespace postern::backend
