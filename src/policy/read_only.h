// Recognises commands that change nothing and run nothing else, so that they need no rule.
//
// The name alone does not decide: `sort` reads, `sort -o f` writes. The program is judged together with its options,
// and an option not known to be harmless makes it fail. Redirections, and which files may be read, are judged
// elsewhere.
#pragma once

#include "shell/analysis.h"

namespace postern::policy {

// Words known only at run time are accepted if no value of them could be a harmful option. Assignments before the
// command must be inert. A bare assignment counts as read-only if it cannot change which code runs later.
[[nodiscard]] bool is_read_only(const shell::Command& command);

}  // namespace postern::policy
