#include "settings/value.h"

#include "base/json.h"
#include "base/quantity.h"

#include <algorithm>

namespace postern::settings {
namespace {

using nlohmann::json;

constexpr std::int64_t kLastPort = 65535;

bool contains(std::span<const std::string_view> names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

// Returns the fault of a text in this place, or an empty text.
std::string_view objection(std::string_view text, Content content) {
    if (text.empty()) return "empty string";
    if (content == Content::absolute_path && !text.starts_with('/')) return "not an absolute path";
    const bool path = content == Content::path || content == Content::file_credential;
    if (path && text.starts_with('~') && text.size() > 1 && text[1] != '/')
        return "~name is not supported; write the path out";
    return {};
}

}  // namespace

Wrong expected(std::string_view what, const json& got) {
    return {"expected " + std::string(what) + ", found " + std::string(describe_type(got)), {}};
}

Wrong unknown_name(std::string_view kind, std::string_view name, std::span<const std::string_view> known) {
    std::string what = "unknown " + std::string(kind) + " \"" + printable(name) + '"';
    if (const auto near = nearest(name, known)) {
        what += "; did you mean \"" + std::string(*near) + "\"?";
    } else {
        what += "; known are";
        for (const std::string_view k : known) what += (k == known.front() ? " " : ", ") + std::string(k);
    }
    return {std::move(what), {}};
}

Read<bool> read_value(const json& value, Content, bool*) {
    if (!value.is_boolean()) return expected("true or false", value);
    return value.get<bool>();
}

Read<std::int64_t> read_value(const json& value, Content content, std::int64_t*) {
    if (!value.is_number_integer()) return expected("a whole number", value);
    const auto number = value.get<std::int64_t>();
    // An unsigned value above the signed range would become negative.
    if (value.is_number_unsigned() && number < 0) return Wrong{"number out of range", {}};
    if (content == Content::count && number < 1) return Wrong{"must be at least 1", {}};
    if (content == Content::port && (number < 1 || number > kLastPort)) return Wrong{"not a port (1 to 65535)", {}};
    return number;
}

Read<std::string> read_value(const json& value, Content content, std::string*) {
    if (!value.is_string()) return expected("a string", value);
    const auto& text = value.get_ref<const std::string&>();
    if (content == Content::platform && !contains(kPlatforms, text)) return unknown_name("platform", text, kPlatforms);
    if (content == Content::duration) {
        if (const auto time = parse_milliseconds(text); !time) return Wrong{time.error().what, {}};
    }
    if (const auto why = objection(text, content); !why.empty()) return Wrong{std::string(why), {}};
    return text;
}

namespace {

Read<std::vector<std::string>> read_texts(const json& value) {
    if (!value.is_array()) return expected("a list of strings", value);
    std::vector<std::string> texts;
    texts.reserve(value.size());
    for (const json& element : value) {
        if (!element.is_string()) {
            Wrong wrong = expected("a string", element);
            wrong.pointer = pointer_to("", texts.size());
            return wrong;
        }
        texts.push_back(element.get<std::string>());
    }
    return texts;
}

}  // namespace

std::optional<Wrong> wrong_type(const json& value, Accepts type) {
    switch (type) {
        case Accepts::boolean:
            return value.is_boolean() ? std::nullopt : std::optional(expected("true or false", value));
        case Accepts::text: return value.is_string() ? std::nullopt : std::optional(expected("a string", value));
        case Accepts::list: return value.is_array() ? std::nullopt : std::optional(expected("a list", value));
        case Accepts::object: return value.is_object() ? std::nullopt : std::optional(expected("an object", value));
    }
    return std::nullopt;
}

Read<RuleEntry> read_rule(const json& value, Shape shape) {
    RuleEntry rule;
    if (value.is_string()) {
        rule.text = value.get<std::string>();
        if (rule.text.empty()) return Wrong{"empty rule", {}};
        return rule;
    }
    if (shape == Shape::text_only) return expected("a rule string", value);
    if (!value.is_object()) return expected("a rule: a string, or an object with \"rule\"", value);
    for (const auto& [name, member] : value.items()) {
        const std::string pointer = pointer_to("", name);
        if (name == "rule" || name == "reason") {
            auto text = read_value(member, Content::plain, static_cast<std::string*>(nullptr));
            if (auto* wrong = std::get_if<Wrong>(&text)) return Wrong{wrong->what, pointer};
            (name == "rule" ? rule.text : rule.reason) = std::move(std::get<std::string>(text));
        } else if (name == "interactive") {
            const auto flag = read_value(member, Content::plain, static_cast<bool*>(nullptr));
            if (const auto* wrong = std::get_if<Wrong>(&flag)) return Wrong{wrong->what, pointer};
            rule.interactive = std::get<bool>(flag);
        } else if (name == "match" || name == "notMatch") {
            auto texts = read_texts(member);
            if (auto* wrong = std::get_if<Wrong>(&texts)) return Wrong{wrong->what, pointer + wrong->pointer};
            (name == "match" ? rule.match : rule.not_match) = std::move(std::get<std::vector<std::string>>(texts));
        } else {
            return Wrong{unknown_name("key", name, kRuleMembers).what, pointer};
        }
    }
    if (rule.text.empty()) return Wrong{"\"rule\" is missing", {}};
    return rule;
}

Read<LimitEntry> read_limit(const json& value) {
    if (!value.is_object()) return expected("an object with \"rule\", \"max\" and \"per\"", value);
    LimitEntry limit;
    for (const auto& [name, member] : value.items()) {
        const std::string pointer = pointer_to("", name);
        if (!contains(kLimitMembers, name)) return Wrong{unknown_name("key", name, kLimitMembers).what, pointer};
        if (name == "max") {
            auto number = read_value(member, Content::plain, static_cast<std::int64_t*>(nullptr));
            if (auto* wrong = std::get_if<Wrong>(&number)) return Wrong{wrong->what, pointer};
            limit.max = std::get<std::int64_t>(number);
            if (limit.max < 1) return Wrong{"at least 1; to refuse it altogether, use permissions.deny", pointer};
        } else {
            auto text = read_value(member, Content::plain, static_cast<std::string*>(nullptr));
            if (auto* wrong = std::get_if<Wrong>(&text)) return Wrong{wrong->what, pointer};
            (name == "rule"  ? limit.rule
             : name == "per" ? limit.per
                             : limit.key) = std::move(std::get<std::string>(text));
        }
    }
    if (limit.rule.empty()) return Wrong{"\"rule\" is missing", {}};
    if (limit.max == 0) return Wrong{"\"max\" is missing", {}};
    if (limit.per.empty()) return Wrong{"\"per\" is missing", {}};
    return limit;
}

Read<HookEntry> read_hook(const json& value) {
    if (!value.is_object()) return expected("an object with \"command\"", value);
    HookEntry hook;
    for (const auto& [name, member] : value.items()) {
        const std::string pointer = pointer_to("", name);
        if (name == "command") {
            auto words = read_texts(member);
            if (auto* wrong = std::get_if<Wrong>(&words)) return Wrong{wrong->what, pointer + wrong->pointer};
            hook.command = std::move(std::get<std::vector<std::string>>(words));
        } else if (name == "timeout") {
            auto text = read_value(member, Content::plain, static_cast<std::string*>(nullptr));
            if (auto* wrong = std::get_if<Wrong>(&text)) return Wrong{wrong->what, pointer};
            hook.timeout = std::move(std::get<std::string>(text));
            const auto time = parse_milliseconds(hook.timeout);
            if (!time) return Wrong{time.error().what, pointer};
            if (*time == 0) return Wrong{"must be longer than nothing", pointer};
        } else {
            return Wrong{unknown_name("key", name, kHookMembers).what, pointer};
        }
    }
    if (hook.command.empty() || hook.command.front().empty()) return Wrong{"\"command\" is missing", {}};
    return hook;
}

Read<Classifier> read_value(const json& value, Content, Classifier*) {
    if (value.is_string()) {
        const auto kind = read_value(value, Content::plain, static_cast<Classifier::Kind*>(nullptr));
        if (const auto* wrong = std::get_if<Wrong>(&kind)) return *wrong;
        return Classifier{.kind = std::get<Classifier::Kind>(kind)};
    }
    if (!value.is_object()) return expected("\"builtin\", \"off\", or an object with \"command\"", value);
    auto hook = read_hook(value);
    if (const auto* wrong = std::get_if<Wrong>(&hook)) return *wrong;
    auto& entry = std::get<HookEntry>(hook);
    return Classifier{
        .kind = Classifier::Kind::command, .command = std::move(entry.command), .timeout = std::move(entry.timeout)};
}

Read<Credential> read_credential(const json& value, Content content, std::vector<std::string>& unknown) {
    const std::string_view subject = content == Content::file_credential ? "path" : "name";
    if (!value.is_object()) return expected("an object with \"" + std::string(subject) + "\" and \"mode\"", value);
    Credential entry;
    json options = json::object();
    bool has_mode = false;
    for (const auto& [name, member] : value.items()) {
        const std::string pointer = pointer_to("", name);
        if (name == subject) {
            auto text = read_value(member, content, static_cast<std::string*>(nullptr));
            if (auto* wrong = std::get_if<Wrong>(&text)) return Wrong{wrong->what, pointer};
            entry.subject = std::move(std::get<std::string>(text));
        } else if (name == "mode") {
            if (member != "deny" && member != "mask") return Wrong{R"(expected "deny" or "mask")", pointer};
            entry.mode = member == "deny" ? CredentialMode::deny : CredentialMode::mask;
            has_mode = true;
        } else {
            if (!contains(kMaskMembers, name)) unknown.push_back(name);
            options[name] = member;
        }
    }
    if (entry.subject.empty()) return Wrong{'"' + std::string(subject) + "\" is missing", {}};
    if (!has_mode) return Wrong{"\"mode\" is missing", {}};
    entry.options = options.dump();
    return entry;
}

}  // namespace postern::settings
