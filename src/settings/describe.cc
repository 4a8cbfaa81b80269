#include "settings/describe.h"

#include "settings/schema.h"

#include <nlohmann/json.hpp>

namespace postern::settings {
namespace {

using Json = nlohmann::ordered_json;

std::string_view who(Access access) {
    switch (access) {
        case Access::any: return "any";
        case Access::user: return "user, command line, managed";
        case Access::managed: return "managed";
    }
    return "";
}

Json text_type() {
    return {{"type", "string"}, {"minLength", 1}};
}

Json list_of(Json items) {
    return {{"type", "array"}, {"items", std::move(items)}};
}

Json object_of(Json properties, Json required) {
    return {{"type", "object"},
            {"properties", std::move(properties)},
            {"required", std::move(required)},
            {"additionalProperties", false}};
}

// ---- JSON Schema and short name of a key, by the type of its field

struct Type {
    Json schema;
    std::string name;
};

Type type_of(const Key&, Slot<Optional<bool>>) {
    return {{{"type", "boolean"}}, "true or false"};
}

Type type_of(const Key& key, Slot<Optional<std::int64_t>>) {
    if (key.content != Content::port) return {{{"type", "integer"}, {"minimum", 1}}, "number"};
    return {{{"type", "integer"}, {"minimum", 1}, {"maximum", 65535}}, "port"};
}

Type type_of(const Key& key, Slot<Optional<std::string>>) {
    Json schema = text_type();
    if (key.content == Content::absolute_path) schema["pattern"] = "^/";
    if (key.content == Content::proxy) schema["pattern"] = "^(environment|none|(http|socks5h?)://.+)$";
    return {std::move(schema), key.content == Content::absolute_path ? "absolute path" : "string"};
}

template <class E>
requires std::is_enum_v<E> Type type_of(const Key&, Slot<Optional<E>>) {
    Json names = Json::array();
    std::string text;
    for (const auto& named : names_of(E{})) {
        names.push_back(named.name);
        text += (text.empty() ? "`" : ", `") + std::string(named.name) + '`';
    }
    return {{{"enum", std::move(names)}}, std::move(text)};
}

Type type_of(const Key& key, Slot<List>) {
    if (key.content == Content::platform) {
        Json names = Json::array();
        for (const std::string_view name : kPlatforms) names.push_back(name);
        return {list_of({{"enum", std::move(names)}}), "platforms"};
    }
    return {list_of(text_type()), key.content == Content::path ? "paths" : "strings"};
}

Type type_of(const Key& key, Slot<Ports>) {
    return {list_of(type_of(key, Slot<Optional<std::int64_t>>{}).schema), "ports"};
}

Type type_of(const Key&, Slot<Rules>) {
    const Json texts = list_of({{"type", "string"}});
    Json object = object_of({{"rule", text_type()},
                             {"reason", text_type()},
                             {"match", texts},
                             {"notMatch", texts},
                             {"interactive", {{"type", "boolean"}}}},
                            Json::array({"rule"}));
    return {list_of({{"anyOf", Json::array({text_type(), std::move(object)})}}), "rules"};
}

Type type_of(const Key&, Slot<LimitEntries>) {
    Json object = object_of({{"rule", text_type()},
                             {"max", {{"type", "integer"}, {"minimum", 1}}},
                             {"per", text_type()},
                             {"key", text_type()}},
                            Json::array({"rule", "max", "per"}));
    return {list_of(std::move(object)), "limits"};
}

Json hook_schema() {
    Json words = list_of({{"type", "string"}});
    words["minItems"] = 1;
    return object_of({{"command", std::move(words)}, {"timeout", text_type()}}, Json::array({"command"}));
}

Type type_of(const Key&, Slot<HookEntries>) {
    return {list_of(hook_schema()), "commands"};
}

Type type_of(const Key&, Slot<Optional<Classifier>>) {
    return {{{"anyOf", Json::array({Json{{"enum", {"builtin", "off"}}}, hook_schema()})}},
            "`builtin`, `off`, or a command"};
}

Type type_of(const Key& key, Slot<Credentials>) {
    const char* subject = key.content == Content::file_credential ? "path" : "name";
    Json properties = {{subject, text_type()}};
    for (const std::string_view name : kMaskMembers) properties[std::string(name)] = true;
    properties["mode"] = {{"enum", {"deny", "mask"}}};
    return {list_of(object_of(std::move(properties), Json::array({subject, "mode"}))), "entries"};
}

Type type_of(const Key&, Accepts type) {
    switch (type) {
        case Accepts::boolean: return {{{"type", "boolean"}}, "true or false"};
        case Accepts::text: return {{{"type", "string"}}, "string"};
        case Accepts::list: return {{{"type", "array"}}, "list"};
        case Accepts::object: return {{{"type", "object"}}, "object"};
    }
    return {};
}

Type type_of(const Key& key) {
    return std::visit([&](auto slot) { return type_of(key, slot); }, key.field);
}

std::string join(std::string_view group, std::string_view name) {
    return group.empty() ? std::string(name) : std::string(group) + '.' + std::string(name);
}

Json schema_of_key(const Key& key) {
    Json out = type_of(key).schema;
    std::string text = description(key);
    if (key.access != Access::any) text += " Set by: " + std::string(who(key.access)) + '.';
    out["description"] = std::move(text);
    if (key.fallback != "null") out["default"] = Json::parse(key.fallback, nullptr, false);
    return out;
}

Json schema_of_group(std::string_view group) {
    Json properties = Json::object();
    for (const std::string_view name : children(group)) {
        const std::string path = join(group, name);
        const Key* key = find_key(path);
        properties[std::string(name)] = key != nullptr ? schema_of_key(*key) : schema_of_group(path);
    }
    return {{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
}

std::string_view group_of(std::string_view path) {
    const std::size_t dot = path.rfind('.');
    return dot == std::string_view::npos ? std::string_view{} : path.substr(0, dot);
}

std::string row(const Key& key) {
    std::string out =
        "| `" + std::string(key.path.substr(group_of(key.path).size() + (group_of(key.path).empty() ? 0 : 1)));
    out += "` | " + type_of(key).name + " | ";
    out += key.fallback == "null" ? "–" : '`' + std::string(key.fallback) + '`';
    out += " | " + std::string(who(key.access)) + " | " + description(key) + " |\n";
    return out;
}

}  // namespace

Json json_schema() {
    Json root = {{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "Postern settings"}};
    root.update(schema_of_group(""));
    root["properties"]["$schema"] = {{"type", "string"}};
    return root;
}

std::string reference_markdown() {
    std::string out;
    std::string_view group = "?";
    for (const Key& key : keys()) {
        if (group_of(key.path) != group) {
            group = group_of(key.path);
            out += (out.empty() ? "### " : "\n### ") + (group.empty() ? "Top level" : '`' + std::string(group) + '`');
            out += "\n\n| key | type | default | set by | meaning |\n|---|---|---|---|---|\n";
        }
        out += row(key);
    }
    return out;
}

}  // namespace postern::settings
