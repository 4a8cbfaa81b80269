// Parsers for sizes, times and ports as people write them.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string_view>

namespace postern {

// Parses "512M", "2G", "200k", "1000" into bytes. k, M, G and T are powers of 1024.
Result<std::uint64_t> parse_bytes(std::string_view text);

// Parses "30s", "5m", "1h30m", "500ms", "90" into milliseconds, at most 30 days. A bare number is seconds.
Result<std::uint32_t> parse_milliseconds(std::string_view text);

// Accepts 1 to 65535.
Result<std::uint16_t> parse_port(std::string_view text);

}  // namespace postern
