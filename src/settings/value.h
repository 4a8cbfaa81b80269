// Converts a JSON value to the type of a key. Pure functions, without scopes or merging.
#pragma once

#include "base/nearest.h"
#include "base/quote.h"
#include "settings/schema.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace postern::settings {

struct Wrong {  // not an Error yet: only the reader knows the place
    std::string what;
    std::string pointer;  // below the value; usually empty
};
template <class T>
using Read = std::variant<T, Wrong>;

Wrong expected(std::string_view what, const nlohmann::json& got);
Wrong unknown_name(std::string_view kind, std::string_view name, std::span<const std::string_view> known);

Read<bool> read_value(const nlohmann::json&, Content, bool*);
Read<std::int64_t> read_value(const nlohmann::json&, Content, std::int64_t*);
Read<std::string> read_value(const nlohmann::json&, Content, std::string*);

template <class E>
requires std::is_enum_v<E> Read<E> read_value(const nlohmann::json& value, Content, E*) {
    std::vector<std::string_view> known;
    for (const auto& [name, choice] : names_of(E{})) {
        if (value == name) return choice;
        known.push_back(name);
    }
    if (!value.is_string()) return expected("a string", value);
    return unknown_name("value", value.get_ref<const std::string&>(), known);
}

// Returns what is wrong with the type of a value that is accepted without effect, or nullopt.
std::optional<Wrong> wrong_type(const nlohmann::json&, Accepts);

// Reads entries of a list. `Shape` says whether this file may have rule objects.
enum class Shape { text_only, text_or_object };
Read<RuleEntry> read_rule(const nlohmann::json&, Shape);
Read<LimitEntry> read_limit(const nlohmann::json&);
Read<HookEntry> read_hook(const nlohmann::json&);
Read<Classifier> read_value(const nlohmann::json&, Content, Classifier*);
// Appends unknown members of a mask entry to `unknown`.
Read<Credential> read_credential(const nlohmann::json&, Content, std::vector<std::string>& unknown);

}  // namespace postern::settings
