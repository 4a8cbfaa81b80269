#include "backend/seatbelt_files.h"

#include "policy/protected_table.h"

#include <algorithm>
#include <set>

namespace postern::backend {
namespace {

// Closed here, because profiles/base.sb allows devices one by one: other terminals of the user are devices too.
const AbsPath& devices() {
    static const AbsPath path = AbsPath::parse("/dev").value_or(AbsPath::root());
    return path;
}

std::vector<RegionLayer> read_layers(const sandbox::Profile& profile) {
    std::vector<RegionLayer> layers{{AbsPath::root(), Openness::open}, {devices(), Openness::closed}};
    for (const sandbox::Mount& mount : profile.mounts) {
        if (mount.access == sandbox::MountAccess::cannot_move) continue;  // does not change what can be read
        const bool closed =
            mount.access == sandbox::MountAccess::hidden || mount.access == sandbox::MountAccess::empty_private;
        layers.push_back({mount.path, closed ? Openness::closed : Openness::open});
    }
    return layers;
}

std::vector<RegionLayer> write_layers(const sandbox::Profile& profile) {
    std::vector<RegionLayer> layers;
    for (const AbsPath& root : profile.writable) layers.push_back({root, Openness::open});
    if (profile.temporary != AbsPath::root()) layers.push_back({profile.temporary, Openness::open});
    for (const sandbox::Mount& mount : profile.mounts) {
        if (mount.access == sandbox::MountAccess::cannot_move) continue;
        const bool open =
            mount.access == sandbox::MountAccess::writable || mount.access == sandbox::MountAccess::kept_private;
        layers.push_back({mount.path, open ? Openness::open : Openness::closed});
    }
    for (const sandbox::Absent& absent : profile.absent) layers.push_back({absent.path, Openness::closed});
    return layers;
}

// Allows protected names in $TMPDIR, unless it lies in the project: tools unpack packages and clone repositories there,
// and tools outside the sandbox do not look for settings there.
Names names_in(const sandbox::Profile& profile, const AbsPath& top) {
    if (!profile.temporary.contains(top) || profile.temporary == AbsPath::root() || top.contains(profile.cwd))
        return Names::refused;
    const bool in_project = std::ranges::any_of(
        profile.writable, [&](const AbsPath& root) { return root != profile.temporary && root.contains(top); });
    return in_project ? Names::refused : Names::allowed;
}

std::vector<WriteRegion> write_regions(const sandbox::Profile& profile, const std::vector<RegionLayer>& layers) {
    std::vector<WriteRegion> out;
    for (Region& region : open_regions(layers)) {
        const Names names = names_in(profile, region.top);
        out.push_back({std::move(region), names});
    }
    // Cuts regions in which names are refused out of regions around them in which names are allowed.
    for (WriteRegion& outer : out) {
        if (outer.names == Names::refused) continue;
        std::vector<AbsPath> holes = outer.region.holes;
        for (const WriteRegion& inner : out) {
            if (inner.names == Names::refused && outer.region.top.contains(inner.region.top))
                holes.push_back(inner.region.top);
        }
        std::ranges::sort(holes);
        outer.region.holes.clear();
        for (const AbsPath& hole : holes) {
            const auto holds = [&](const AbsPath& other) { return other.contains(hole); };
            if (std::ranges::none_of(outer.region.holes, holds)) outer.region.holes.push_back(hole);
        }
    }
    return out;
}

// Tells whether tools make a directory of this name in everyday work, although a path in it is protected.
bool is_made_by_tools(const AbsPath& directory) {
    const auto fits = [&](const policy::ProtectedPath& p) {
        return p.hold == policy::Hold::part && p.path == directory.name();
    };
    return std::ranges::any_of(policy::protected_table(), fits);
}

std::vector<AbsPath> immovable(const sandbox::Profile& profile, const std::vector<RegionLayer>& layers) {
    std::set<AbsPath> out;
    const auto pin = [&](const AbsPath& path) {
        if (openness_at(layers, path) == Openness::open) out.insert(path);
    };
    const auto pin_above = [&](AbsPath path, auto&& spared) {
        while (path != AbsPath::root()) {
            path = path.parent();
            if (!spared(path)) pin(path);
        }
    };
    const auto none = [](const AbsPath&) { return false; };
    for (const AbsPath& root : profile.writable) pin(root);
    pin(profile.temporary);
    for (const sandbox::Mount& mount : profile.mounts) {
        pin(mount.path);
        pin_above(mount.path, none);
    }
    for (const sandbox::Absent& absent : profile.absent) pin_above(absent.path, is_made_by_tools);
    return {out.begin(), out.end()};
}

}  // namespace

Openness openness_at(std::span<const RegionLayer> layers, const AbsPath& path) {
    const auto last = std::find_if(layers.rbegin(), layers.rend(),
                                   [&](const RegionLayer& layer) { return layer.path.contains(path); });
    return last == layers.rend() ? Openness::closed : last->openness;
}

std::vector<Region> open_regions(std::span<const RegionLayer> layers) {
    // Only the paths of layers need a look: openness changes at no other path.
    std::set<AbsPath> tops, closed;
    for (const RegionLayer& layer : layers)
        (openness_at(layers, layer.path) == Openness::open ? tops : closed).insert(layer.path);
    std::vector<Region> out;
    for (const AbsPath& top : tops) {
        Region region{top, {}};
        for (const AbsPath& path : closed) {  // sorted: directories come before paths in them
            const auto holds = [&](const AbsPath& hole) { return hole.contains(path); };
            if (top.contains(path) && std::ranges::none_of(region.holes, holds)) region.holes.push_back(path);
        }
        out.push_back(std::move(region));
    }
    return out;
}

SeatbeltFiles seatbelt_files(const sandbox::Profile& profile) {
    SeatbeltFiles out;
    const std::vector<RegionLayer> reading = read_layers(profile), writing = write_layers(profile);
    out.readable = open_regions(reading);
    std::erase_if(out.readable, [&](const Region& region) {  // the region around it covers it
        return region.top != AbsPath::root() && openness_at(reading, region.top.parent()) == Openness::open;
    });
    std::set<AbsPath> traversable;
    for (const Region& region : out.readable) {
        for (AbsPath at = region.top;; at = at.parent()) {
            if (openness_at(reading, at) == Openness::closed) traversable.insert(at);
            if (at == AbsPath::root()) break;
        }
    }
    out.traversable.assign(traversable.begin(), traversable.end());
    out.writable = write_regions(profile, writing);
    out.immovable = immovable(profile, writing);
    return out;
}

}  // namespace postern::backend
