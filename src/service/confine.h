// Gives up what the broker does not need: it must not be a way to more rights than its user has.
#pragma once

#include "base/result.h"

namespace postern::service {

// Drops every capability and forbids new privileges, for good. Fails if any is left.
[[nodiscard]] Status give_up_privileges();

}  // namespace postern::service
