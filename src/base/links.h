// Follows the symbolic links in paths.
#pragma once

#include "base/abs_path.h"

#include <string>
#include <string_view>

namespace postern {

inline constexpr int kMaxLinks = 40;  // the limit of the kernel

// Removes the first component and the slashes before it from `rest`, and returns it. Returns "" if there is none left.
std::string take_component(std::string& rest);

// Returns the path with every symbolic link followed. Components that do not exist or cannot be read stay as written.
// A link to something that does not exist is followed too, because opening the link for writing would create it.
// A path whose links form a circle is returned unchanged.
AbsPath follow_links(const AbsPath& path);

// Like follow_links, for a name in a directory whose own links have already been followed.
AbsPath follow_last_link(const AbsPath& directory, std::string_view name);

}  // namespace postern
