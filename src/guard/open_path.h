// Opens a path as the kernel would for another process, beginning at a descriptor. The text of that process's working
// directory is never used: a directory may be removed or replaced, and another may have its name by then.
#pragma once

#include "base/unique_fd.h"

#include <cstdint>
#include <string_view>

namespace postern::guard {

enum class LastLink : std::uint8_t { followed, kept };

// Opens `path` with `flags` of open(2), as seen from `root`: no link and no `..` leads above it. On failure the
// descriptor is empty, and errno says why.
[[nodiscard]] UniqueFd open_in_root(int root, std::string_view path, LastLink last, int flags);

// Does the same for a relative path that begins at the open directory `start`.
[[nodiscard]] UniqueFd open_from(int root, UniqueFd start, std::string_view path, LastLink last, int flags);

// Returns whether both descriptors are the same directory of the same mount.
[[nodiscard]] bool same_directory(int a, int b);

}  // namespace postern::guard
