// What `bwrap --help` tells: which options this build has. Version numbers are not looked at, because distributions add
// options to old versions. Pure.
#pragma once

#include "base/result.h"
#include "host/host_probe.h"

#include <optional>
#include <string>
#include <string_view>

namespace postern::host {

// An error if it is not bubblewrap, or lacks an option that the sandbox cannot be built without.
[[nodiscard]] Result<Bwrap> parse_bwrap_help(const AbsPath& path, std::string_view text);

// The optional features as the cache keeps them: "bind-fd perms". Nothing if the text is not what we write.
[[nodiscard]] std::string features_text(const Bwrap& bwrap);
[[nodiscard]] std::optional<Bwrap> parse_features(const AbsPath& path, std::string_view text);

}  // namespace postern::host
