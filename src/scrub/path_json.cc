#include "scrub/path_json.h"

#include "base/quote.h"

#include <nlohmann/json.hpp>

namespace postern::scrub {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

}  // namespace

nlohmann::json to_json(const AbsPath& path) {
    if (find_invalid_utf8(path.text()) == std::string::npos) return path.text();
    std::string digits;
    for (const char c : path.text()) {
        const auto byte = static_cast<unsigned char>(c);
        digits += kDigits[byte >> 4U];
        digits += kDigits[byte & 0xfU];
    }
    return {{"hex", digits}};
}

nlohmann::json to_json(const std::vector<AbsPath>& paths) {
    nlohmann::json out = nlohmann::json::array();
    for (const AbsPath& path : paths) out.push_back(to_json(path));
    return out;
}

std::optional<AbsPath> to_path(const nlohmann::json& value) {
    std::string text;
    if (value.is_string()) {
        text = value.get<std::string>();
    } else if (value.is_object() && value.contains("hex") && value["hex"].is_string()) {
        const auto digits = value["hex"].get<std::string>();
        for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
            const std::size_t high = kDigits.find(digits[i]), low = kDigits.find(digits[i + 1]);
            if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
            text += static_cast<char>(high * 16 + low);
        }
    }
    auto path = AbsPath::parse(text);
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
