#include "base/quantity.h"

#include <array>
#include <charconv>
#include <limits>

namespace postern {
namespace {

struct Unit {
    std::string_view name;
    std::uint64_t factor;
};

constexpr auto kBytes = std::to_array<Unit>(
    {{"", 1}, {"k", 1ULL << 10}, {"K", 1ULL << 10}, {"M", 1ULL << 20}, {"G", 1ULL << 30}, {"T", 1ULL << 40}});
constexpr auto kTimes = std::to_array<Unit>({{"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}, {"", 1000}});
constexpr std::uint64_t kLongest = 30ULL * 24 * 3'600'000;

// Removes a number and the unit behind it from the front of `text`, and sets `out` to their product, which may be zero.
template <std::size_t N>
bool take_part(std::string_view& text, const std::array<Unit, N>& units, std::uint64_t& out) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end == text.data()) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    std::size_t length = 0;
    while (length < text.size() && (text[length] < '0' || text[length] > '9')) ++length;
    for (const Unit& unit : units) {
        if (unit.name != text.substr(0, length)) continue;
        text.remove_prefix(length);
        if (number > std::numeric_limits<std::uint64_t>::max() / unit.factor) return false;
        out = number * unit.factor;
        return true;
    }
    return false;
}

}  // namespace

Result<std::uint64_t> parse_bytes(std::string_view text) {
    std::uint64_t bytes = 0;
    if (!take_part(text, kBytes, bytes) || !text.empty() || bytes == 0) {
        return fail(Errc::invalid, "a size is a number with k, M, G or T behind it, such as 512M");
    }
    return bytes;
}

Result<std::uint32_t> parse_milliseconds(std::string_view text) {
    std::uint64_t total = 0;
    bool good = !text.empty();
    const std::size_t last_digit = text.find_last_of("0123456789");
    if (last_digit + 1 == text.size() && text.find_first_not_of("0123456789") != std::string_view::npos) good = false;
    while (good && !text.empty()) {
        std::uint64_t part = 0;
        good = take_part(text, kTimes, part) && part <= kLongest;
        total += part;
        good = good && total <= kLongest;
    }
    if (!good || total == 0) return fail(Errc::invalid, "a time is written as 30s, 5m or 1h30m, at most 30 days");
    return static_cast<std::uint32_t>(total);
}

Result<std::uint16_t> parse_port(std::string_view text) {
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (error != std::errc{} || end != text.data() + text.size() || text.starts_with('0')) {
        return fail(Errc::invalid, "a port is a number from 1 to 65535");
    }
    return port;
}

}  // namespace postern
