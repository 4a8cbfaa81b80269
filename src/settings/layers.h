// Finds and reads the settings files of every scope. It knows their places and required owners, not their content.
#pragma once

#include "base/result.h"
#include "settings/load.h"
#include "settings/places.h"
#include "settings/settings.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace postern::settings {

struct Layer {
    Source source;
    nlohmann::json document;
    std::string digest{};  // of the text it was read from
};

// Files that can come with a project, weakest first. Names are relative to the project directory.
struct ProjectFile {
    std::string_view name;
    Scope scope;
    bool claude;
};
inline constexpr ProjectFile kProjectFiles[] = {
    {".claude/settings.json", Scope::project, true},
    {".postern/settings.json", Scope::project, false},
    {".claude/settings.local.json", Scope::local, true},
    {".postern/settings.local.json", Scope::local, false},
};

// Reads all layers, weakest first.
Result<std::vector<Layer>> read_layers(const Places&, const LoadOptions&, std::vector<Warning>&);

}  // namespace postern::settings
