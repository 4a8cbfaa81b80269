#include "backend/seatbelt_regions.h"

#include <algorithm>
#include <set>

namespace postern::backend {

Openness gate_at(std::span<const RegionLayer> layers, const AbsPath& path) {
    const auto last = std::find_if(layers.rbegin(), layers.rend(),
                                   [&](const RegionLayer& layer) { return layer.path.contains(path); });
    return last == layers.rend() ? Openness::closed : last->gate;
}

std::vector<Region> open_regions(std::span<const RegionLayer> layers) {
    // The answer changes only at paths of layers. A path between two of them has the answer of the one above it.
    std::set<AbsPath> tops, closed;
    for (const RegionLayer& layer : layers)
        (gate_at(layers, layer.path) == Openness::open ? tops : closed).insert(layer.path);
    std::vector<Region> out;
    for (const AbsPath& top : tops) {
        Region region{top, {}};
        for (const AbsPath& path : closed) {  // what is above comes before what is below
            const auto holds = [&](const AbsPath& hole) { return hole.contains(path); };
            if (top.contains(path) && std::ranges::none_of(region.holes, holds)) region.holes.push_back(path);
        }
        out.push_back(std::move(region));
    }
    return out;
}

}  // namespace postern::backend
