// A run that was killed could not clean up after its command: whoever comes next does.
#pragma once

#include "cli/options.h"

namespace postern::cli {

void finish_interrupted_runs(const Parsed& options);

}  // namespace postern::cli
