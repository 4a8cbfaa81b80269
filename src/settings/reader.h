// Reads one parsed settings document into a Settings, checked against the table in schema.h. Documents are read weakest
// first. Settings that only restrict are kept from every document; other scalars are replaced by stronger documents.
#pragma once

#include "base/result.h"
#include "settings/load.h"
#include "settings/settings.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace postern::settings {

enum class Take { everything, what_tightens };

// A key that is not taken from a file, whatever else is: another setting, named by `because`, speaks against it.
struct Withheld {
    std::string_view key;
    std::string because;
};
struct Terms {
    Take take = Take::what_tightens;
    std::vector<Withheld> withheld{};
};

// Keys left out because of Take::what_tightens, in the order of the document.
struct Taken {
    std::vector<std::string> left_out;
};

// The source of the document must be the last one in `into.sources`.
Result<Taken> take_document(const nlohmann::json& document, const Terms&, Settings& into, std::vector<Warning>&);

}  // namespace postern::settings
