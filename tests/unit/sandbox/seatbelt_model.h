// What a Profile means on macOS, told in the plainest way there is: component by component, no regions, no expressions.
#pragma once

#include "sandbox/profile.h"

namespace postern::sandbox {

[[nodiscard]] bool model_may_read(const Profile& profile, const AbsPath& path);
[[nodiscard]] bool model_may_write(const Profile& profile, const AbsPath& path);  // change what is there
[[nodiscard]] bool model_may_make(const Profile& profile, const AbsPath& path);   // create, rename or remove

}  // namespace postern::sandbox
