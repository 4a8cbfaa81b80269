// Takes secrets out of text before it is kept: by the name that stands before a value, and by the shape of the value.
// Pure. It leaves out too much rather than too little; what has neither a telling name nor a telling shape stays.
#pragma once

#include <string>
#include <string_view>

namespace postern::record {

inline constexpr std::string_view kRedacted = "[redacted]";

// Returns the text with `kRedacted` in the place of each secret. Redacting twice changes nothing more, and text that is
// UTF-8 stays so.
[[nodiscard]] std::string redact(std::string_view text);

}  // namespace postern::record
