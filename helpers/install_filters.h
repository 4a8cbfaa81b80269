// Installs the seccomp filters. The kernel asks all of them, and the strictest answer wins.
#pragma once

#include "arguments.h"

namespace postern::init {

// Returns 0 or an errno. Sets `listener` if one of the filters has a listener.
[[nodiscard]] int install_filters(const Arguments& arguments, int& listener);

}  // namespace postern::init
