// Gives up privileges that the command must not have. Each function checks its result and returns 0 or an errno.
#pragma once

namespace postern::init {

// Prevents unprivileged processes from tracing this process and from opening its descriptors through /proc. Children
// inherit it.
[[nodiscard]] int hide_from_others();
[[nodiscard]] int show_to_supervisor();

[[nodiscard]] int die_with_parent();
[[nodiscard]] int drop_capabilities();
[[nodiscard]] int forbid_new_privileges();

}  // namespace postern::init
