#include "scrub/watch.h"

#include <algorithm>

namespace postern::scrub {
namespace {

// Returns the writable roots. If the whole machine is writable, these are the working directory and home, because a
// search of everything would take too long.
std::vector<AbsPath> places_to_scrub(const sandbox::Profile& profile) {
    const bool everything = std::ranges::find(profile.writable, AbsPath::root()) != profile.writable.end();
    if (!everything) return profile.writable;
    if (profile.home.contains(profile.cwd)) return {profile.home};
    if (profile.cwd.contains(profile.home)) return {profile.cwd};
    return {profile.cwd, profile.home};
}

}  // namespace

Watch watch_for(const sandbox::Profile& profile) {
    Watch watch{.cwd = profile.cwd,
                .home = profile.home,
                .writable = places_to_scrub(profile),
                .absent = profile.absent,
                .links = profile.links,
                .repositories = profile.repositories,
                .waived = profile.waived,
                .also_protected = profile.also_protected};
    const auto around_root = [&](const AbsPath& path) {
        return std::ranges::any_of(profile.writable, [&](const AbsPath& root) { return path.contains(root); });
    };
    for (const sandbox::Mount& mount : profile.mounts) {
        if (mount.access == sandbox::MountAccess::hidden && around_root(mount.path))
            continue;  // a root is opened in it
        switch (mount.access) {
            case sandbox::MountAccess::hidden: watch.hidden.push_back(mount.path); [[fallthrough]];
            case sandbox::MountAccess::read_only: watch.held.push_back(mount.path); break;
            case sandbox::MountAccess::writable:
            case sandbox::MountAccess::cannot_move:
            case sandbox::MountAccess::reopened: watch.opened.push_back(mount.path); break;
            case sandbox::MountAccess::kept_private:  // what lies there leads nowhere after the run
            case sandbox::MountAccess::empty_private: break;
        }
    }
    return watch;
}

}  // namespace postern::scrub
