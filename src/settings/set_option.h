// --set KEY=VALUE as a settings document with one key.
#pragma once

#include "base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <string_view>

namespace postern::settings {

// KEY is dotted: "sandbox.network.allowedDomains". VALUE is JSON if it parses as such, else a string; a single value
// for a key that holds a list is a list of one.
Result<nlohmann::json> parse_set_option(std::string_view text);

}  // namespace postern::settings
