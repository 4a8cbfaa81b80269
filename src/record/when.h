// Times as people write them on a command line.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace postern::record {

inline constexpr std::int64_t kDayMs = 86'400'000;

// Parses "90d", "24h", "2w" or "1d12h" into milliseconds.
[[nodiscard]] Result<std::int64_t> parse_age(std::string_view text);
// Parses an age before `now_ms`, or a time: "2026-11-18", "2026-11-18T09:30", of the machine's time zone. Returns
// milliseconds since 1970.
[[nodiscard]] Result<std::int64_t> parse_when(std::string_view text, std::int64_t now_ms);
[[nodiscard]] std::string local_time(std::int64_t time_ms);  // "2026-11-18 09:30:01"
[[nodiscard]] std::string utc_time(std::int64_t time_ms);    // "2026-11-18T09:30:01.250Z"
[[nodiscard]] std::int64_t now_ms();

}  // namespace postern::record
