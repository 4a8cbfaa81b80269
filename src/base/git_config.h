// Parses the text of a git configuration file as git does. Includes are returned as ordinary entries, not followed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern {

struct ConfigEntry {
    std::string key;                   // "remote.origin.url": section and name in lower case, subsection as written
    std::optional<std::string> value;  // nullopt: a key without `=`, which means true
    bool operator==(const ConfigEntry&) const = default;
};

// Returns all entries in order, or nullopt if git or this parser cannot read the text. Callers must treat such a text
// as dangerous, because git may understand what this parser does not.
[[nodiscard]] std::optional<std::vector<ConfigEntry>> parse_git_config(std::string_view text);

}  // namespace postern
