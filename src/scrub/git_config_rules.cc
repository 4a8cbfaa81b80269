#include "scrub/git_config_rules.h"

#include <algorithm>

namespace postern::scrub {

std::optional<std::string> dangerous_setting(std::string_view text, const ConfigPlace& place,
                                             std::optional<std::string_view> before) {
    const auto entries = parse_git_config(text);
    if (!entries) return "its syntax";
    std::vector<ConfigEntry> known;
    if (before) known = parse_git_config(*before).value_or(std::vector<ConfigEntry>{});
    for (const ConfigEntry& entry : *entries) {
        if (!harmless(entry, place) && std::ranges::find(known, entry) == known.end()) return entry.key;
    }
    return std::nullopt;
}

}  // namespace postern::scrub
