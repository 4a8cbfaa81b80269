// Turns layers, which lie on top of each other like mounts, into regions that do not depend on an order. Pure.
#pragma once

#include "base/abs_path.h"

#include <cstdint>
#include <span>
#include <vector>

namespace postern::backend {

enum class Openness : std::uint8_t { closed, open };

// Closes or opens everything at and below `path`. A later layer overrides an earlier one.
struct RegionLayer {
    AbsPath path;
    Openness gate;
};

// An open region: the paths at or below `top` and not at or below one of the holes. A hole may contain another region.
struct Region {
    AbsPath top;
    std::vector<AbsPath> holes{};  // none inside another, sorted
    bool operator==(const Region&) const = default;
};

// Returns the openness that the last layer with this path gives it, or closed if there is no such layer.
[[nodiscard]] Openness gate_at(std::span<const RegionLayer> layers, const AbsPath& path);

// Returns the open regions, sorted by top. A path is in one of them exactly if gate_at says open. Every layer whose
// path is open has a region, even if it lies inside another.
[[nodiscard]] std::vector<Region> open_regions(std::span<const RegionLayer> layers);

}  // namespace postern::backend
