// Paths and the symbolic links in them.
#pragma once

#include "base/abs_path.h"

#include <string>
#include <string_view>

namespace postern {

inline constexpr int kMaxLinks = 40;  // as the kernel

// The component at the front of `rest`, taken off with the slashes before it; empty at the end.
std::string take_component(std::string& rest);

// The path with every symbolic link in it followed. What does not exist, or may not be looked at, is taken as written;
// a link to something that does not exist yet is followed all the same, for opening it for writing would create that.
// A path that goes in circles comes back as it was.
AbsPath follow_links(const AbsPath& path);

// The same for a name in a directory whose own links have been followed.
AbsPath follow_last_link(const AbsPath& directory, std::string_view name);

}  // namespace postern
