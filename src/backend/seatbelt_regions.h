// Layers put on top of each other in order, as mounts are, turned into rules that need no order. Pure.
#pragma once

#include "base/abs_path.h"

#include <cstdint>
#include <span>
#include <vector>

namespace postern::backend {

enum class Openness : std::uint8_t { closed, open };

// Everything at and below `path` is closed or open from here on, whatever an earlier layer said.
struct RegionLayer {
    AbsPath path;
    Openness gate;
};

// Open: what is at or below `top` and not at or below one of the holes. A hole may hold another region.
struct Region {
    AbsPath top;
    std::vector<AbsPath> holes{};  // none inside another, sorted
    bool operator==(const Region&) const = default;
};

// What the last layer that holds the path says; closed if none does.
[[nodiscard]] Openness gate_at(std::span<const RegionLayer> layers, const AbsPath& path);

// A path is in some region exactly if gate_at says open. Every layer that opens its own path has a region of its own,
// even where that lies inside another one. Sorted by top.
[[nodiscard]] std::vector<Region> open_regions(std::span<const RegionLayer> layers);

}  // namespace postern::backend
