// Checks that decide whether a sandbox can be built at all. Pure.
#pragma once

#include "host/host_checks.h"

namespace postern::host {

[[nodiscard]] Check platform_check(const Observations& seen);
[[nodiscard]] Check bwrap_check(const Observations& seen);
[[nodiscard]] Check user_namespace_check(const Observations& seen);
[[nodiscard]] Check network_namespace_check(const Observations& seen);
[[nodiscard]] Check proc_check(const Observations& seen);
[[nodiscard]] Check nested_check(const Observations& seen);
[[nodiscard]] Check seccomp_check(const Observations& seen);
[[nodiscard]] Check exec_guard_check(const Observations& seen);
[[nodiscard]] Check without_namespaces_check(const Observations& seen);

}  // namespace postern::host
