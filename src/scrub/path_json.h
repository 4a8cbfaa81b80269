// Paths in JSON documents. A path that is not UTF-8 is written in hexadecimal digits, because JSON text has to be.
#pragma once

#include "base/abs_path.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <vector>

namespace postern::scrub {

[[nodiscard]] nlohmann::json to_json(const AbsPath& path);
[[nodiscard]] nlohmann::json to_json(const std::vector<AbsPath>& paths);
[[nodiscard]] std::optional<AbsPath> to_path(const nlohmann::json& value);
// Returns nullopt if one of them is wrong.
[[nodiscard]] std::optional<std::vector<AbsPath>> to_paths(const nlohmann::json& value);

}  // namespace postern::scrub
