#include "settings/effective.h"

#include "base/overloaded.h"
#include "settings/schema.h"

#include <nlohmann/json.hpp>

#include <type_traits>

namespace postern::settings {
namespace {

using Json = nlohmann::ordered_json;

Json from_text(std::string_view text) {
    return Json::parse(text, nullptr, false);
}

template <class T>
Json plain(const T& value) {
    if constexpr (std::is_enum_v<T>) {
        for (const auto& [name, choice] : names_of(T{})) {
            if (choice == value) return name;
        }
        return nullptr;
    } else {
        return value;
    }
}

template <class T>
Json plain(const Setting<T>& entry) {
    return entry.value;
}

Json plain(const RuleEntry& rule) {
    const bool plain_text = rule.reason.empty() && rule.match.empty() && rule.not_match.empty();
    if (plain_text && !rule.interactive) return rule.text;
    Json out = {{"rule", rule.text}};
    if (!rule.reason.empty()) out["reason"] = rule.reason;
    if (!rule.match.empty()) out["match"] = rule.match;
    if (!rule.not_match.empty()) out["notMatch"] = rule.not_match;
    if (rule.interactive) out["interactive"] = true;
    return out;
}

Json plain(const LimitEntry& limit) {
    Json out = {{"rule", limit.rule}, {"max", limit.max}, {"per", limit.per}};
    if (!limit.key.empty()) out["key"] = limit.key;
    return out;
}

Json plain(const HookEntry& hook) {
    Json out = {{"command", hook.command}};
    if (!hook.timeout.empty()) out["timeout"] = hook.timeout;
    return out;
}

Json plain(const Classifier& classifier) {
    if (classifier.kind != Classifier::Kind::command) return plain(classifier.kind);
    return plain(HookEntry{.command = classifier.command, .timeout = classifier.timeout, .origin = {}});
}

// Removes the login from a proxy's URL, because other people may read the output.
std::string without_login(const std::string& url) {
    const std::size_t at = url.rfind('@');
    if (at == std::string::npos) return url;
    const std::size_t mark = url.find("://");
    return (mark < at ? url.substr(0, mark + 3) : std::string()) + "***" + url.substr(at);
}

class Writer {
public:
    Writer(const Settings& settings, WithOrigin with) : settings_(settings), with_(with) {}

    template <class T>
    Json write(const Key& key, const Optional<T>& slot) const {
        if constexpr (std::is_same_v<T, std::string>) {
            if (slot && key.content == Content::proxy) return with_origin(without_login(slot->value), slot->origin);
        }
        if (slot) return with_origin(plain(slot->value), slot->origin);
        Json fallback = from_text(key.fallback);
        if (with_ == WithOrigin::no) return fallback;
        return Json{{"value", std::move(fallback)}, {"origin", nullptr}};
    }

    template <class Entry>
    Json write(const Key&, const std::vector<Entry>& list) const {
        Json out = Json::array();
        for (const Entry& entry : list) out.push_back(with_origin(plain(entry), entry.origin));
        return out;
    }

    Json write(const Key& key, const Credentials& list) const {
        Json out = Json::array();
        for (const Credential& c : list) {
            Json entry = {{key.content == Content::file_credential ? "path" : "name", c.subject},
                          {"mode", c.mode == CredentialMode::deny ? "deny" : "mask"}};
            entry.update(from_text(c.options));
            out.push_back(with_origin(std::move(entry), c.origin));
        }
        return out;
    }

private:
    [[nodiscard]] Json with_origin(Json value, const Origin& origin) const {
        if (with_ == WithOrigin::no) return value;
        return Json{{"value", std::move(value)}, {"origin", render(settings_, origin)}};
    }

    const Settings& settings_;
    WithOrigin with_;
};

Json& descend(Json& root, std::string_view path) {
    Json* at = &root;
    for (std::string_view rest = path; !rest.empty();) {
        const std::size_t dot = rest.find('.');
        at = &(*at)[std::string(rest.substr(0, dot))];
        rest = dot == std::string_view::npos ? std::string_view{} : rest.substr(dot + 1);
    }
    return *at;
}

}  // namespace

Json effective(const Settings& settings, WithOrigin with) {
    Settings copy = settings;  // the table returns mutable references
    const Writer writer(settings, with);
    Json root = Json::object();
    for (const Key& key : keys()) {
        const auto write = [&](auto slot) { descend(root, key.path) = writer.write(key, std::as_const(slot(copy))); };
        std::visit(Overloaded{[](Accepts) {}, write}, key.field);
    }
    return root;
}

Json without_effect() {
    Json out = Json::object();
    for (const Key& key : keys()) {
        if (!key.has_effect()) out[std::string(key.path)] = key.meaning;
    }
    return out;
}

}  // namespace postern::settings
