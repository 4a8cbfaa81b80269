#include "app/kept_directories.h"

#include "base/file.h"

#include <algorithm>
#include <utility>

namespace postern::app {
namespace {

// Returns the mount that a path is seen through: the deepest one around it, without the one at the path itself.
const sandbox::Mount* mount_around(const sandbox::Profile& profile, const AbsPath& path) {
    const sandbox::Mount* out = nullptr;
    for (const sandbox::Mount& mount : profile.mounts) {
        if (mount.path == path || !mount.path.contains(path)) continue;
        if (out == nullptr || out->path.contains(mount.path)) out = &mount;
    }
    return out;
}

}  // namespace

std::vector<AbsPath> own_directories(const sandbox::SandboxSpec& spec, const host::Facts& facts) {
    std::vector<AbsPath> out{spec.stores, facts.temporary};
    if (facts.caches) out.push_back(*facts.caches);
    return out;
}

Result<std::vector<host::KeptDirectory>> open_kept(const sandbox::Profile& profile, const host::Facts& facts) {
    for (const AbsPath& root : profile.writable) {
        const bool ours = facts.temporary.contains(root) || (facts.caches && facts.caches->contains(root));
        if (!ours) continue;
        if (Status made = make_directories(root, 0700); !made) return tl::unexpected<Error>(std::move(made.error()));
    }
    std::vector<host::KeptDirectory> out;
    for (const sandbox::Mount& kept : profile.mounts) {
        if (kept.access != sandbox::MountAccess::kept_private || !kept.source) continue;
        host::KeptRequest request{.store = *kept.source};
        for (const sandbox::Mount& mount : profile.mounts) {
            if (!kept.path.contains(mount.path) || mount_around(profile, mount.path) != &kept) continue;
            request.mount_points.push_back({mount.path.text().substr(kept.path.text().size() + 1), mount.directory});
        }
        auto opened = host::KeptDirectory::open(request);
        if (!opened) return tl::unexpected<Error>(std::move(opened.error()));
        out.push_back(std::move(*opened));
    }
    return out;
}

std::vector<backend::KeptContent> contents_of(const std::vector<host::KeptDirectory>& kept) {
    std::vector<backend::KeptContent> out;
    out.reserve(kept.size());
    for (const host::KeptDirectory& each : kept) out.push_back({each.store(), each.content()});
    return out;
}

}  // namespace postern::app
