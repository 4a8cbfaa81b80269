// Giving up what the command must not have. Each gives 0 or an errno, and looks at the result instead of believing it.
#pragma once

namespace postern::init {

// Nobody without privilege may trace this process or open what it holds through /proc. A child starts with the same.
[[nodiscard]] int hide_from_others();
[[nodiscard]] int show_to_supervisor();

[[nodiscard]] int die_with_parent();
[[nodiscard]] int drop_capabilities();
[[nodiscard]] int forbid_new_privileges();

}  // namespace postern::init
