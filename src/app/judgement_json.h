// Answers, reasons and errors as JSON values, for every client that speaks JSON. docs/json.md lists their fields.
#pragma once

#include "app/judge.h"
#include "base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace postern::app {

using Json = nlohmann::ordered_json;

[[nodiscard]] Json judgement_json(const Judgement& answer);
[[nodiscard]] Json reasons_json(const std::vector<policy::Reason>& reasons);
[[nodiscard]] Json error_json(const Error& error);

// Null if the text is empty: a field is always there, and an absent value is null.
[[nodiscard]] Json text_or_null(const std::string& text);

enum class JsonLayout : std::uint8_t { one_line, indented };
// The document as text with a newline. Bytes that are not UTF-8 come out as U+FFFD.
[[nodiscard]] std::string json_text(const Json& document, JsonLayout layout);

// The built-in list of what is never allowed, as far as it is in force: [{"name", "reason"}].
[[nodiscard]] Json never_allowed_json(const policy::Policy& policy);

}  // namespace postern::app
