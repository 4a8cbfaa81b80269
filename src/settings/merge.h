// Merges documents, weakest first, into one Settings. Pure function; layers.h has read the files.
#pragma once

#include "base/result.h"
#include "settings/layers.h"
#include "settings/load.h"

#include <vector>

namespace postern::settings {

// Rules of merging:
// - lists concatenate without duplicates, keeping the first origin; a scalar comes from the strongest scope;
// - an untrusted file, and every project and local file once a lock holds, may only tighten;
// - managed-only switches drop the entries of other scopes.
Result<Loaded> merge(const std::vector<Layer>& layers, const Places&, std::vector<Warning> warnings);

}  // namespace postern::settings
