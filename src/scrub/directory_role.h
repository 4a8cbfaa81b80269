// What a directory is for: decides which of its files are looked at.
#pragma once

#include "scrub/protected_names.h"
#include "scrub/rules.h"
#include "scrub/safe_files.h"
#include "scrub/tree_index.h"

#include <string_view>
#include <vector>

namespace postern::scrub {

struct RoleQuestion {
    const Watch& watch;
    CaseRule name_case;
    std::string_view path;
    Role parent = Role::plain;
    bool is_root = false;
};
[[nodiscard]] Role role_of(const RoleQuestion& asked, const std::vector<Listed>& entries);

[[nodiscard]] bool is_layout_only(const ScrubPlace& place, Role parent);
// Returns whether a project of its own may begin with a directory of this role.
[[nodiscard]] bool may_be_project(Role role);

}  // namespace postern::scrub
