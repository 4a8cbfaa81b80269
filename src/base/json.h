// Strict parser for JSON from files that others may have written. Errors name the place.
// Refuses duplicate keys, NUL bytes (escaped ones too), invalid UTF-8, deep nesting and anything after the value.
#pragma once

#include "base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace postern {

enum class JsonDialect {
    strict,
    commented,  // also // and /* */ comments, and a comma after the last element
};

inline constexpr std::size_t kMaxJsonDepth = 64;

// Errors call the text `name`: "name:3:14" for a syntax error, "name#/a/0" for a refused value.
Result<nlohmann::json> parse_json(std::string_view text, std::string_view name,
                                  JsonDialect dialect = JsonDialect::strict);

// Returns the JSON pointer (RFC 6901) with one more token, escaped.
std::string pointer_to(std::string_view pointer, std::string_view key);
std::string pointer_to(std::string_view pointer, std::size_t index);

// Returns "an object", "a string" and so on, for messages about wrong types.
std::string_view describe_type(const nlohmann::json&);

}  // namespace postern
