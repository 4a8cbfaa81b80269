#include "sandbox/regions.h"

#include <algorithm>
#include <set>

namespace postern::sandbox {

Gate gate_at(std::span<const Layer> layers, const AbsPath& path) {
    const auto last =
        std::find_if(layers.rbegin(), layers.rend(), [&](const Layer& layer) { return layer.path.contains(path); });
    return last == layers.rend() ? Gate::closed : last->gate;
}

std::vector<Region> open_regions(std::span<const Layer> layers) {
    // The answer changes only at paths of layers. A path between two of them has the answer of the one above it.
    std::set<AbsPath> tops, closed;
    for (const Layer& layer : layers) (gate_at(layers, layer.path) == Gate::open ? tops : closed).insert(layer.path);
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

}  // namespace postern::sandbox
