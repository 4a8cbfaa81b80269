#include "guard/held_names.h"

#include "policy/protected_table.h"

#include <algorithm>
#include <filesystem>
#include <string>

namespace postern::guard {
namespace {

AbsPath in_home(const AbsPath& home, std::string_view name) {
    return AbsPath::resolve(home, name).value_or(home);
}

}  // namespace

bool has_part(const AbsPath& path, std::string_view part) {
    return (path.text() + '/').find('/' + std::string(part) + '/') != std::string::npos;
}

bool is_protected_name(const AbsPath& path, const sandbox::Profile& profile) {
    if (has_part(path, policy::kWorktrees)) return false;
    const auto waived = [&](std::string_view name) {
        return std::ranges::find(profile.waived, name) != profile.waived.end();
    };
    for (const policy::ProtectedPath& entry : policy::protected_table()) {
        if (entry.hold != policy::Hold::read_only || waived(entry.path)) continue;
        if (entry.where == policy::Where::in_home ? in_home(profile.home, entry.path).contains(path)
                                                  : has_part(path, entry.path)) {
            return true;
        }
    }
    return std::ranges::any_of(profile.also_protected, [&](const std::string& name) { return has_part(path, name); });
}

bool is_settings(const AbsPath& path) {
    for (const std::string_view name :
         {".postern", ".config/postern", ".local/share/postern", ".local/state/postern"}) {
        if (has_part(path, name)) return true;
    }
    return path.text().find("/.claude/settings") != std::string::npos || has_part(path, ".claude.json");
}

bool holds_settings(const AbsPath& path) {
    std::error_code error;
    if (is_settings(path)) return true;
    return path.name() == ".claude" && (std::filesystem::exists(path.text() + "/settings.json", error) ||
                                        std::filesystem::exists(path.text() + "/settings.local.json", error));
}

bool is_held(const sandbox::Mount& mount) {
    return mount.access == sandbox::MountAccess::read_only || mount.access == sandbox::MountAccess::hidden;
}

}  // namespace postern::guard
