// The text of a git configuration file, read as git reads it. Includes are entries like any other: they are not followed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern {

struct ConfigEntry {
    std::string key;                   // "remote.origin.url": section and name in lower case, subsection as written
    std::optional<std::string> value;  // none: a key without `=`, which means true
    bool operator==(const ConfigEntry&) const = default;
};

// Nothing if git, or we, could not read it: whoever asks must then take the text as dangerous.
[[nodiscard]] std::optional<std::vector<ConfigEntry>> parse_git_config(std::string_view text);

}  // namespace postern
