// Finds out from `bwrap --help` which options this build has. Ignores version numbers, because distributions add
// options to old versions. Pure.
#pragma once

#include "base/result.h"
#include "host/host_probe.h"

#include <optional>
#include <string>
#include <string_view>

namespace postern::host {

// Fails if the text is not bubblewrap's, or lacks an option that the sandbox needs.
[[nodiscard]] Result<Bwrap> parse_bwrap_help(const AbsPath& path, std::string_view text);

// Converts the optional features to and from the text in the cache: "features bind-fd perms". parse_features returns
// nullopt for a text that features_text would not write.
[[nodiscard]] std::string features_text(const Bwrap& bwrap);
[[nodiscard]] std::optional<Bwrap> parse_features(const AbsPath& path, std::string_view text);

}  // namespace postern::host
