// The simplest model of what a Profile allows on macOS: goes component by component, without regions and regular
// expressions.
#pragma once

#include "sandbox/profile.h"

namespace postern::backend {

[[nodiscard]] bool model_may_read(const sandbox::Profile& profile, const AbsPath& path);
[[nodiscard]] bool model_may_write(const sandbox::Profile& profile, const AbsPath& path);  // change what is there
[[nodiscard]] bool model_may_make(const sandbox::Profile& profile, const AbsPath& path);   // create, rename or remove

}  // namespace postern::backend
