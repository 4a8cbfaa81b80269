#include "settings/set_option.h"

#include "base/json.h"
#include "settings/schema.h"
#include "settings/value.h"

#include <nlohmann/json.hpp>

namespace postern::settings {
namespace {

using nlohmann::json;

bool holds_list(const Key& key) {
    return key.fallback == "[]";
}

}  // namespace

Result<json> parse_set_option(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0) {
        return fail(Errc::invalid, "expected KEY=VALUE, found \"" + printable(text) + '"', "--set");
    }
    const std::string_view path = text.substr(0, equals);
    const std::string_view raw = text.substr(equals + 1);
    const Key* key = find_key(path);
    if (key == nullptr && !is_group(path)) {
        std::vector<std::string_view> known;
        for (const Key& k : keys()) known.push_back(k.path);
        std::string what = "unknown key \"" + printable(path) + '"';
        if (const auto near = nearest(path, known)) what += "; did you mean \"" + std::string(*near) + "\"?";
        return fail(Errc::invalid, std::move(what), "--set");
    }
    auto parsed = parse_json(raw, "--set");
    json value = parsed ? std::move(*parsed) : json(raw);
    if (key != nullptr && holds_list(*key) && !value.is_array()) value = json::array({std::move(value)});
    json document;
    json* at = &document;
    for (std::string_view rest = path; !rest.empty();) {
        const std::size_t dot = rest.find('.');
        at = &(*at)[std::string(rest.substr(0, dot))];
        rest = dot == std::string_view::npos ? std::string_view{} : rest.substr(dot + 1);
    }
    *at = std::move(value);
    return document;
}

}  // namespace postern::settings
