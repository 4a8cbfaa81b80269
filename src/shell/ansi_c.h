// Decodes the escapes inside $'…'.
#pragma once

#include <string>
#include <string_view>

namespace postern::shell {

// Decodes as bash 5.2 does; an escaped NUL ends the string there.
[[nodiscard]] std::string decode_ansi_c(std::string_view body);

}  // namespace postern::shell
