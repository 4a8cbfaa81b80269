#include "scrub/directory_role.h"

#include "scrub/git_directory.h"

#include <algorithm>

namespace postern::scrub {

Role role_of(const RoleQuestion& asked, const std::vector<Listed>& entries) {
    const std::string_view name = asked.path.substr(asked.path.rfind('/') + 1);
    const bool layout = has_git_layout(entries);
    if (same_name(name, ".git") || asked.parent == Role::worktrees) return Role::git;
    if (asked.parent == Role::git && name == "modules") return layout ? Role::git : Role::modules;
    if (asked.parent == Role::git && name == "worktrees") return layout ? Role::git : Role::worktrees;
    if (asked.parent == Role::modules) {
        const bool head = std::ranges::any_of(entries, [](const Listed& e) { return same_name(e.name, "HEAD"); });
        return head ? Role::git : Role::modules;
    }
    if (layout) return Role::git;
    if (asked.parent == Role::guarded) return is_worktrees(asked.path) ? Role::plain : Role::guarded;
    if (asked.parent == Role::packages || (!asked.is_root && is_package_store(name))) return Role::packages;
    if (!asked.is_root) {
        const std::string_view parent = asked.path.substr(0, asked.path.rfind('/'));
        if (protected_entry(asked.watch, asked.name_case, parent, name)) return Role::guarded;
    }
    return Role::plain;
}

bool is_layout_only(const ScrubPlace& place, Role parent) {
    return !same_name(place.path.name(), ".git") && parent != Role::modules && parent != Role::worktrees;
}

bool may_be_project(Role role) {
    return role == Role::plain || role == Role::packages || role == Role::git;
}

}  // namespace postern::scrub
