// What a sandbox::Profile means on macOS, told in the plainest way there is: component by component, no regions, no expressions.
#pragma once

#include "sandbox/profile.h"

namespace postern::backend {

[[nodiscard]] bool model_may_read(const sandbox::Profile& profile, const AbsPath& path);
[[nodiscard]] bool model_may_write(const sandbox::Profile& profile, const AbsPath& path);  // change what is there
[[nodiscard]] bool model_may_make(const sandbox::Profile& profile, const AbsPath& path);   // create, rename or remove

}  // namespace postern::backend
