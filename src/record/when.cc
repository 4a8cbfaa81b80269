#include "record/when.h"

#include "base/ascii.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <limits>

namespace postern::record {
namespace {

constexpr std::int64_t kMostMs = std::int64_t{200} * 366 * kDayMs;

std::int64_t unit_ms(char unit) {
    switch (unit) {
        case 's': return 1000;
        case 'm': return 60'000;
        case 'h': return 3'600'000;
        case 'd': return kDayMs;
        case 'w': return 7 * kDayMs;
        default: return 0;
    }
}

std::string formatted(std::tm parts, const char* format) {
    std::array<char, 40> text{};
    (void)std::strftime(text.data(), text.size(), format, &parts);
    return text.data();
}

}  // namespace

Result<std::int64_t> parse_age(std::string_view text) {
    std::int64_t total = 0;
    bool any = false;
    for (std::size_t at = 0; at < text.size();) {
        std::int64_t number = 0;
        const std::size_t begin = at;
        while (at < text.size() && is_digit(text[at]) && number < kMostMs) number = number * 10 + (text[at++] - '0');
        const std::int64_t unit = at < text.size() ? unit_ms(text[at]) : 0;
        if (at == begin || unit == 0 || number > (kMostMs - total) / unit)
            return fail(Errc::invalid, "a time such as 90d, 24h or 30m");
        total += number * unit;
        any = true;
        ++at;
    }
    if (!any) return fail(Errc::invalid, "a time such as 90d, 24h or 30m");
    return total;
}

Result<std::int64_t> parse_when(std::string_view text, std::int64_t now_ms) {
    if (const auto age = parse_age(text)) return now_ms - *age;
    const std::string copy(text);
    for (const char* format :
         {"%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M", "%Y-%m-%d"}) {
        std::tm parts{};
        parts.tm_isdst = -1;
        const char* end = ::strptime(copy.c_str(), format, &parts);
        if (end == nullptr || *end != '\0') continue;
        const std::time_t seconds = std::mktime(&parts);
        if (seconds != -1) return static_cast<std::int64_t>(seconds) * 1000;
    }
    return fail(Errc::invalid, "a time such as 24h, 90d, 2026-11-18 or 2026-11-18T09:30");
}

std::string local_time(std::int64_t time_ms) {
    const std::time_t seconds = time_ms / 1000;
    std::tm parts{};
    return ::localtime_r(&seconds, &parts) == nullptr ? "?" : formatted(parts, "%Y-%m-%d %H:%M:%S");
}

std::string utc_time(std::int64_t time_ms) {
    const std::time_t seconds = time_ms / 1000;
    std::tm parts{};
    if (::gmtime_r(&seconds, &parts) == nullptr) return "?";
    std::array<char, 8> fraction{};
    (void)std::snprintf(fraction.data(), fraction.size(), ".%03dZ", static_cast<int>(time_ms % 1000));
    return formatted(parts, "%Y-%m-%dT%H:%M:%S") + fraction.data();
}

std::int64_t now_ms() {
    using std::chrono::duration_cast, std::chrono::milliseconds, std::chrono::system_clock;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

}  // namespace postern::record
