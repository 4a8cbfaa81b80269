// The steps of find_bwrap, for those who want to know more than its answer.
#pragma once

#include "base/result.h"
#include "host/host_probe.h"
#include "host/trusted_program.h"

#include <string_view>

namespace postern::host {

// What to do about a bubblewrap that is not there or of no use.
inline constexpr std::string_view kBwrapRemedy =
    "install bubblewrap (Debian, Ubuntu: apt install bubblewrap; Fedora: dnf install bubblewrap), or name it with "
    "sandbox.bwrapPath in managed settings";

// Only looks at files. An error says what was passed over and why.
[[nodiscard]] Result<Located> locate_bwrap(const BwrapSearch& search);

enum class Fresh { no, yes };  // yes: the cache is not asked, only refreshed
[[nodiscard]] Result<Bwrap> bwrap_at(const Located& located, const AbsPath& cache_directory, Fresh fresh);

}  // namespace postern::host
