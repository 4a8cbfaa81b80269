// Commands that change nothing and run nothing else, so that no rule is needed for them.
//
// A name is not a capability: `sort` reads, `sort -o f` writes. What counts is the program together with its options,
// and an option that is not known to be harmless loses the place on the list. Redirections are judged elsewhere, and so
// is what may be read.
#pragma once

#include "shell/analysis.h"

namespace postern::policy {

// Words known only at run time are fine where no value of them could be a harmful option. Assignments before the command
// must be inert. A bare assignment counts as read-only if it cannot change which code runs later.
[[nodiscard]] bool is_read_only(const shell::Command& command);

}  // namespace postern::policy
