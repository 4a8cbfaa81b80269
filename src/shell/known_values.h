// Writes a command line again with the values that the line itself tells: `d=/; rm -rf $d` becomes `d=/; rm -rf /`.
//
// The analysis calls an expansion unknown, because a branch or a loop may decide about its value. A search for
// something forbidden looks at these lines in addition. They
// are never a reason to allow anything.
#pragma once

#include "shell/analysis.h"

#include <string>
#include <string_view>
#include <vector>

namespace postern::shell {

// Returns the lines that differ from `text`: one, or several if a loop or several calls give a name several values.
// `analysis` is that of `text`.
[[nodiscard]] std::vector<std::string> with_known_values(std::string_view text, const Analysis& analysis,
                                                         std::string_view home);

}  // namespace postern::shell
