#include "guard/held_files.h"

#include "guard/held_names.h"

#include <algorithm>
#include <iterator>

namespace postern::guard {

using sandbox::Mount;
using sandbox::MountAccess;

const Mount* HeldFiles::mount_over(const AbsPath& path) const {
    const Mount* deepest = nullptr;  // later ones lie on top
    for (const Mount& mount : profile_.mounts) {
        if (mount.path.contains(path) && !lifted_.contains(mount.path)) deepest = &mount;
    }
    return deepest != nullptr && is_held(*deepest) ? deepest : nullptr;
}

bool HeldFiles::may_be_lifted(const Mount& mount) const {
    return mount.access == MountAccess::read_only && !has_part(mount.path, ".git") &&
           is_protected_name(mount.path, profile_) && !holds_settings(mount.path);
}

bool HeldFiles::any_below(const AbsPath& directory) const {
    return std::ranges::any_of(profile_.mounts, [&](const Mount& mount) {
        return is_held(mount) && directory.contains(mount.path) && !has_part(mount.path, ".git") &&
               !lifted_.contains(mount.path);
    });
}

bool HeldFiles::matters(const AbsPath& path) const {
    return is_protected_name(path, profile_) || mount_over(path) != nullptr;
}

bool HeldFiles::may_be_made(const AbsPath& path) const {
    const auto at = may_be_.lower_bound(path);
    return at != may_be_.end() && path.contains(*at);
}

std::vector<AbsPath> HeldFiles::lifted_by(const Grant& grant) const {
    std::set<AbsPath> all = lifted_;
    all.insert(grant.lifted.begin(), grant.lifted.end());
    // Directories that only kept a lifted path in its place can be moved and removed again.
    for (const Mount& pin : profile_.mounts) {
        if (pin.access != MountAccess::cannot_move || has_part(pin.path, ".git")) continue;
        const auto over = [&](const AbsPath& path) { return pin.path != path && pin.path.contains(path); };
        const bool free = std::ranges::any_of(all, over) && std::ranges::none_of(profile_.repositories, over) &&
                          std::ranges::none_of(profile_.mounts, [&](const Mount& mount) {
                              return over(mount.path) && !all.contains(mount.path) && is_held(mount);
                          });
        if (free) all.insert(pin.path);
    }
    std::vector<AbsPath> fresh;
    std::ranges::set_difference(all, lifted_, std::back_inserter(fresh));
    return fresh;
}

void HeldFiles::add(const Grant& grant, const std::vector<AbsPath>& fresh) {
    lifted_.insert(fresh.begin(), fresh.end());
    granted_.insert(grant.contents.begin(), grant.contents.end());
    for (const GrantedContent& content : grant.contents) may_be_.insert(content.path);
}

}  // namespace postern::guard
