// Sizes, times and ports as people write them.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string_view>

namespace postern {

// "512M", "2G", "200k", "1000": bytes; k, M, G, T are powers of 1024.
Result<std::uint64_t> parse_bytes(std::string_view text);

// "30s", "5m", "1h30m", "500ms", "90": milliseconds; a bare number is seconds. At most 30 days.
Result<std::uint32_t> parse_milliseconds(std::string_view text);

// "443": 1 to 65535.
Result<std::uint16_t> parse_port(std::string_view text);

}  // namespace postern
