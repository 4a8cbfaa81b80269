// Reads every settings file that applies and merges them into one Settings. Missing files are fine; an unreadable,
// malformed or wrongly owned one is an error, and nothing may run.
#pragma once

#include "base/result.h"
#include "settings/places.h"
#include "settings/settings.h"

#include <optional>
#include <string>
#include <vector>

namespace postern::settings {

struct LoadOptions {
    std::optional<AbsPath>
        only_file;                  // --settings FILE: instead of user, project and local files; trusted because named
    std::vector<std::string> sets;  // --set KEY=VALUE: dotted key; VALUE is JSON if it parses, else a string
};

struct Warning {
    std::string what;
    std::string where;  // "file" or "file#pointer"
    bool operator==(const Warning&) const = default;
};

struct Loaded {
    Settings settings;
    std::vector<Warning> warnings;
};

Result<Loaded> load(const Places&, const LoadOptions& = {});

}  // namespace postern::settings
