// Looks behind a link that took the place of a directory.
#pragma once

#include "base/abs_path.h"
#include "scrub/protected_names.h"

#include <string>

namespace postern::scrub {

struct LinkView {
    const Watch& watch;
    CaseRule name_case;
    int base;  // open directory, to which links are relative
};

// Returns whether protected names or git directories are behind the link, taken as if they lay at `path`, in whose place
// the link is. Too many entries, or some that cannot be listed, count as such a name.
[[nodiscard]] bool leads_to_names(const LinkView& view, const std::string& link, const AbsPath& path);

}  // namespace postern::scrub
