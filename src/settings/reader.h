// Takes one parsed settings document into a Settings, checked against the table in schema.h. Documents are taken
// weakest first; what only restricts is kept from every one of them, other scalars are replaced by the stronger.
#pragma once

#include "base/result.h"
#include "settings/load.h"
#include "settings/settings.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace postern::settings {

enum class Take { everything, what_tightens };

// The keys left out because of Take::what_tightens, in the order met.
struct Taken {
    std::vector<std::string> left_out;
};

// The document's source is the last one in `into.sources`.
Result<Taken> take_document(const nlohmann::json& document, Take, Settings& into, std::vector<Warning>&);

}  // namespace postern::settings
