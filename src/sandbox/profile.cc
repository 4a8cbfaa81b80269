#include "sandbox/profile.h"

#include <algorithm>

namespace postern::sandbox {

bool can_write_inside(const Profile& profile, const AbsPath& path) {
    static const AbsPath kDevices = AbsPath::parse("/dev").value_or(AbsPath::root());
    if (kDevices.contains(path)) return true;  // /dev/shm
    const auto holds = [&](const AbsPath& root) { return root.contains(path); };
    if (std::ranges::any_of(profile.writable, holds)) return true;
    return std::ranges::any_of(profile.mounts, [&](const Mount& mount) {
        const bool own = mount.access == MountAccess::empty_private || mount.access == MountAccess::kept_private;
        return own && mount.path.contains(path);
    });
}

}  // namespace postern::sandbox
