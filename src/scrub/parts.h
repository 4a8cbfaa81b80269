// Directories that have to be disarmed but cannot be renamed, such as mount points and directories of the lower layer of
// an overlayfs: everything in them is renamed instead.
#pragma once

#include "base/result.h"
#include "scrub/manifest.h"

namespace postern::scrub {

// `parent` is the open directory in which the thing is. All of them can be repeated.
[[nodiscard]] Status split_into_parts(int parent, const Thing& thing);
[[nodiscard]] Status join_parts(int parent, const Thing& thing);
[[nodiscard]] Status remove_parts(int parent, const Thing& thing);
[[nodiscard]] bool has_parts(int parent, const Thing& thing);

}  // namespace postern::scrub
