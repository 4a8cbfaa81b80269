// Writes the settings in force as JSON, for people to read.
#pragma once

#include "settings/settings.h"

#include <nlohmann/json_fwd.hpp>

namespace postern::settings {

enum class WithOrigin { no, yes };

// Returns every key of the table that has an effect, in its order; a key that is not set shows its default. With
// origins, each value and each entry of a list becomes {"value": ..., "origin": "file#pointer"}; the origin of a
// default is null.
nlohmann::ordered_json effective(const Settings&, WithOrigin);

// The keys that are accepted without effect, each with the reason.
nlohmann::ordered_json without_effect();

}  // namespace postern::settings
