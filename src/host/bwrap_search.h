// The steps of find_bwrap, for callers that need their results too.
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

// Looks at files and starts nothing. An error says which files were passed over and why.
[[nodiscard]] Result<Located> locate_bwrap(const BwrapSearch& search);

enum class Fresh { no, yes };  // yes: the cache is written, but not read
[[nodiscard]] Result<Bwrap> bwrap_at(const Located& located, const AbsPath& cache_directory, Fresh fresh);

}  // namespace postern::host
