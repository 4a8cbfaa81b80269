// Paths in JSON files of our own. A path is any bytes, JSON text is UTF-8: what is not goes in as hexadecimal digits.
#pragma once

#include "base/abs_path.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <vector>

namespace postern::scrub {

[[nodiscard]] nlohmann::json to_json(const AbsPath& path);
[[nodiscard]] nlohmann::json to_json(const std::vector<AbsPath>& paths);
[[nodiscard]] std::optional<AbsPath> to_path(const nlohmann::json& value);
// Nothing if one of them is wrong.
[[nodiscard]] std::optional<std::vector<AbsPath>> to_paths(const nlohmann::json& value);

}  // namespace postern::scrub
