#include "scrub/path_json.h"

#include "base/hash.h"
#include "base/quote.h"

#include <nlohmann/json.hpp>

namespace postern::scrub {

nlohmann::json to_json(const AbsPath& path) {
    if (find_invalid_utf8(path.text()) == std::string::npos) return path.text();
    return {{"hex", hex(path.text())}};
}

nlohmann::json to_json(const std::vector<AbsPath>& paths) {
    nlohmann::json out = nlohmann::json::array();
    for (const AbsPath& path : paths) out.push_back(to_json(path));
    return out;
}

std::optional<AbsPath> to_path(const nlohmann::json& value) {
    std::optional<std::string> text;
    if (value.is_string()) {
        text = value.get<std::string>();
    } else if (value.is_object() && value.contains("hex") && value["hex"].is_string()) {
        text = from_hex(value["hex"].get_ref<const std::string&>());
    }
    auto path = text ? AbsPath::parse(*text) : fail(Errc::parse, "not a path");
    if (!path) return std::nullopt;
    return std::move(*path);
}

std::optional<std::vector<AbsPath>> to_paths(const nlohmann::json& value) {
    if (!value.is_array()) return std::nullopt;
    std::vector<AbsPath> out;
    for (const nlohmann::json& item : value) {
        auto path = to_path(item);
        if (!path) return std::nullopt;
        out.push_back(std::move(*path));
    }
    return out;
}

}  // namespace postern::scrub
