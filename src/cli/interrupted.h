// Cleans up after runs that were killed before they could do so themselves. Nearly every command does this first.
#pragma once

#include "cli/options.h"

namespace postern::cli {

void finish_interrupted_runs(const Parsed& options);

}  // namespace postern::cli
