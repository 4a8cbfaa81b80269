// Turns --set KEY=VALUE into a settings document with one key.
#pragma once

#include "base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <string_view>

namespace postern::settings {

// Parses a dotted KEY ("sandbox.network.allowedDomains") and a VALUE, which is JSON if it parses as such, else a
// string. A single value for a key that holds a list becomes a list of one.
Result<nlohmann::json> parse_set_option(std::string_view text);

}  // namespace postern::settings
