// From documents, weakest first, to one Settings. Pure: layers.h has read the files.
#pragma once

#include "base/result.h"
#include "settings/layers.h"
#include "settings/load.h"

#include <vector>

namespace postern::settings {

// Rules of merging:
// - lists concatenate, duplicates removed, the first origin kept; scalars go to the strongest scope;
// - a file that is not trusted, and every project and local file once a lock holds, gives only what tightens;
// - managed-only switches drop what other scopes said.
Result<Loaded> merge(const std::vector<Layer>& layers, const Places&, std::vector<Warning> warnings);

}  // namespace postern::settings
