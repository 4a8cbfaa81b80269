// Makes what the command line adds to the sandbox out of the options of run and profile.
#pragma once

#include "base/result.h"
#include "cli/options.h"
#include "sandbox/spec.h"

namespace postern::cli {

[[nodiscard]] Result<sandbox::SpecOptions> spec_options(const Parsed& options);

}  // namespace postern::cli
