// Contents that protected files may have after a run, granted while it ran. They are kept in a file beside the journal of
// the run, a line for each grant, flushed before the grant is acted upon.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "scrub/scrub.h"

#include <optional>
#include <string_view>
#include <vector>

namespace postern::scrub {

// Adds a grant. `lifted` are mounts that are not read-only any more.
[[nodiscard]] Status add_permits(const AbsPath& journal, const std::vector<AbsPath>& lifted,
                                 const std::vector<PermittedContent>& contents);

// Adds the grants of a run to what its scrub looks at: lifted paths are not held any more. A line that is not whole was
// never acted upon. If the file cannot be read, no path is held: which of them was lifted is unknown.
void read_permits(const AbsPath& journal, Watch& watch);

void remove_permits(const AbsPath& journal);

// Returns whether the path may have this content; nullopt: be absent.
[[nodiscard]] bool is_permitted(const Watch& watch, const AbsPath& path, const std::optional<std::string>& content);

// Returns whether something at or below this path may be there.
[[nodiscard]] bool permits_below(const Watch& watch, const AbsPath& path);

}  // namespace postern::scrub
