// Finds bubblewrap, and asks it for its options.
#pragma once

#include "base/result.h"
#include "host/host_probe.h"
#include "host/trusted_program.h"

#include <string_view>

namespace postern::host {

// Advice to a user whose bubblewrap is missing or cannot be used.
inline constexpr std::string_view kBwrapRemedy =
    "install bubblewrap (Debian, Ubuntu: apt install bubblewrap; Fedora: dnf install bubblewrap), or name it with "
    "sandbox.bwrapPath in managed settings";

// Returns the bubblewrap to use. It is executable, not setuid, not writable by others, and lies outside every writable
// path (its directory too, links followed). Looks at files and starts nothing. An error says which files were passed
// over and why.
[[nodiscard]] Result<Located> locate_bwrap(const BwrapSearch& search);

// Asks `bwrap --help`.
[[nodiscard]] Result<Bwrap> bwrap_at(const AbsPath& path);

}  // namespace postern::host
