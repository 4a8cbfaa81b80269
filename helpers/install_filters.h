// Putting the filters up. They stack: the kernel asks all of them, and the strictest answer wins.
#pragma once

#include "arguments.h"

namespace postern::init {

// 0 or an errno. `listener` becomes the descriptor of the filter that has one, or stays as it is.
[[nodiscard]] int install_filters(const Arguments& arguments, int& listener);

}  // namespace postern::init
