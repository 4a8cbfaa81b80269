// Reads every settings file that applies and merges them into one Settings. Missing files are fine; an unreadable,
// malformed or wrongly owned file is an error, and nothing may run.
#pragma once

#include "base/result.h"
#include "settings/places.h"
#include "settings/settings.h"

#include <optional>
#include <string>
#include <vector>

namespace postern::settings {

enum class TrustIn { what_is_recorded, every_file };  // every_file: what the files would mean once they are trusted

struct LoadOptions {
    std::optional<AbsPath>
        only_file;                  // --settings FILE: instead of user, project and local files; trusted because named
    std::vector<std::string> sets;  // --set KEY=VALUE: dotted key; VALUE is JSON if it parses, else a string
    TrustIn trust = TrustIn::what_is_recorded;
};

enum class Weight { note, warning };  // a note changes nothing: it is shown where somebody looks at the settings

struct Warning {
    std::string what;
    std::string where;  // "file" or "file#pointer"
    Weight weight = Weight::warning;
    bool operator==(const Warning&) const = default;
};

struct Loaded {
    Settings settings;
    std::vector<Warning> warnings;
    std::string digest{};  // of everything that was read, in its order, and of who is trusted
};

Result<Loaded> load(const Places&, const LoadOptions& = {});

}  // namespace postern::settings
